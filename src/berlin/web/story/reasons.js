/** Why a machine did something, or would: what it expected, what it feared, the chances. */

import { TEXTS } from "../text/texts.js";
import { element } from "../widgets/element.js";

/** @import {Reasons} from "../net/wire_types.js" */

/** @param {Reasons} reasons */
export function reasonsList(reasons) {
  const words = TEXTS.reasons;
  const parts = /** @type {const} */ (["expected", "feared", "chances"]).flatMap((name) => {
    const lines = reasons[name].map((line) => element("dd", {}, line));
    return lines.length ? [element("dt", {}, words[name]), ...lines] : [];
  });
  return element("dl", { class: "reasons" }, ...parts);
}

/** The same, folded; or open, with the deed named that it is about. @param {Reasons} reasons @param {string} [deed] */
export function reasonsDetails(reasons, deed = "") {
  const title = deed ? TEXTS.reasons.whyThis(deed) : TEXTS.reasons.why;
  return element("details", { class: "why", open: Boolean(deed) }, element("summary", {}, title), reasonsList(reasons));
}
