/** Forms that this browser keeps under names of the player's own, for other games of the same kind. */

import { recall, remember } from "../net/storage.js";
import { TEXTS } from "../text/texts.js";
import { button, element } from "../widgets/element.js";

export class KeptForms {
  /** @param {string} kind  of which game, and what it is */
  constructor(kind) {
    this.name = `berlin.forms.${kind}`;
  }

  /** @returns {Record<string, string>} */
  get all() {
    return recall(this.name);
  }

  /** @param {string} name @param {string} text */
  keep(name, text) {
    remember(this.name, { ...this.all, [name]: text });
  }

  /** @param {string} name */
  forget(name) {
    remember(this.name, Object.fromEntries(Object.entries(this.all).filter(([one]) => one !== name)));
  }

  /** What is kept, each with what can be done with it. @param {string} noun @param {{fetch: () => Promise<string>, use: (text: string) => void, complain: (problem: unknown) => void}} hooks */
  shelf(noun, hooks) {
    const words = TEXTS.kept;
    const list = element("ul", { class: "kept" });
    const name = element("input", { type: "text", maxlength: 40, placeholder: words.name, "aria-label": words.name, "data-key": "kept-name" });
    const draw = () =>
      list.replaceChildren(
        ...Object.entries(this.all).map(([one, text]) =>
          element(
            "li",
            {},
            element("b", {}, one),
            button(words.use, () => hooks.use(text), { class: "main", "data-key": `use ${one}` }),
            button(words.forget, () => (this.forget(one), draw()), { class: "bare", "data-key": `forget ${one}` }),
          ),
        ),
      );
    const keep = async () => {
      try {
        this.keep(name.value.trim() || words.unnamed(noun), await hooks.fetch());
        name.value = "";
        draw();
      } catch (problem) {
        hooks.complain(problem);
      }
    };
    draw();
    return element(
      "section",
      { class: "shelf" },
      element("h3", {}, words.heading(noun)),
      element("p", { class: "quiet" }, words.lead),
      element("div", { class: "buttons" }, name, button(words.keep, () => void keep(), { "data-key": "keep" })),
      list,
    );
  }
}
