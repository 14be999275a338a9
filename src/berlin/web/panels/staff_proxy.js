/** The staff answers in a person's place: this question, or all that is left of the step. */

import { TEXTS } from "../text/texts.js";
import { openConfirmation } from "../widgets/dialog.js";
import { button, element } from "../widgets/element.js";

/**
 * The row under a question that lets it.
 * @param {string} step  what the step is called
 * @param {(step: boolean) => void} send  true: the rest of the step
 */
export function staffProxyRow(step, send) {
  const words = TEXTS.staff;
  const whole = () => {
    const parts = [element("p", {}, words.whole), element("p", { class: "quiet" }, words.about)];
    openConfirmation(words.title(step), parts, { commit: words.commit, act: () => send(true), cancel: TEXTS.play.cancel });
  };
  return element(
    "p",
    { class: "deputy", role: "group", "aria-label": words.heading },
    element("span", { class: "quiet" }, words.heading),
    button(words.one, () => send(false), { class: "link", title: words.about, "data-staff": "one" }),
    button(words.step, whole, { class: "link", title: words.about, "data-staff": "step" }),
  );
}
