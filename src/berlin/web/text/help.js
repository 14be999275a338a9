/** Help: the first five minutes of play, and the keys. */

import { isDialogOpen, openDialog, scrollBox } from "../widgets/dialog.js";
import { element } from "../widgets/element.js";
import { TEXTS } from "./texts.js";

export function openHelp() {
  if (isDialogOpen()) return;
  const words = TEXTS.help;
  const steps = words.steps.map(([what, how]) => element("li", {}, element("b", {}, what), " ", how));
  const rows = words.keys.map(([keys, does]) =>
    element("tr", {}, element("th", { scope: "row" }, ...keys.split(" ").map((key) => element("kbd", {}, key))), element("td", {}, does)),
  );
  openDialog(
    words.heading,
    [
      scrollBox(
        words.heading,
        element("h3", {}, words.first),
        element("ol", { class: "steps" }, ...steps),
        element("h3", {}, words.keysHeading),
        element("table", { class: "plain keys" }, element("tbody", {}, ...rows)),
        element("p", { class: "quiet" }, words.keysOff),
      ),
    ],
    { kind: "wide help" },
  );
}
