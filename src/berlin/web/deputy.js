/** The staff answers in a person's place: this question, or all that is left of the step. */

import { openDialog } from "./dialog.js";
import { button, element } from "./element.js";
import { TEXTS } from "./texts.js";

/**
 * The row under a question that lets it.
 * @param {string} step  what the step is called
 * @param {(step: boolean) => void} send  true: the rest of the step
 */
export function deputyRow(step, send) {
  const words = TEXTS.staff;
  const whole = () => {
    const commit = button(words.commit, () => {
      dialog.close();
      send(true);
    }, { class: "main", "data-commit": true });
    const parts = [element("p", {}, words.whole), element("p", { class: "quiet" }, words.about), element("div", { class: "buttons" }, button(TEXTS.play.cancel, () => dialog.close()), commit)];
    const dialog = openDialog(words.title(step), parts, { kind: "aside" });
    commit.focus();
  };
  return element(
    "p",
    { class: "deputy", role: "group", "aria-label": words.heading },
    element("span", { class: "quiet" }, words.heading),
    button(words.one, () => send(false), { class: "link", title: words.about, "data-staff": "one" }),
    button(words.step, whole, { class: "link", title: words.about, "data-staff": "step" }),
  );
}
