/** The pages beside the map: purchases, a form, the checklist, the history, papers. One of them at a time lies over the board. */

import { TEXTS } from "../text/texts.js";
import { button, element } from "../widgets/element.js";

/** @import {Scene} from "../net/wire_types.js" */
/** @typedef {"map" | "form" | "shop" | "checklist" | "chronicle" | "papers"} PageName */

/** @type {PageName[]} */
const NAMES = ["map", "form", "shop", "checklist", "chronicle", "papers"];

export class OverlayTabs {
  /**
   * @param {{bar: HTMLElement, sheet: HTMLElement, board: HTMLElement, tools: HTMLElement}} nodes  sheet: where a page is written
   * @param {Partial<Record<PageName, (sheet: HTMLElement, scene: Scene) => void>>} writers
   */
  constructor({ bar, sheet, board, tools }, writers) {
    this.bar = bar;
    this.sheet = sheet;
    /** What a page covers. */
    this.under = [board, tools];
    this.writers = writers;
    /** @type {PageName} */
    this.at = "map";
    /** The page that the open question is answered on. @type {PageName} */
    this.asked = "map";
    /** @type {Scene | null} */
    this.scene = null;
    /** Whether there are papers to take away. */
    this.papers = false;
  }

  /** @param {Scene} scene @param {boolean} mine */
  show(scene, mine) {
    this.scene = scene;
    const there = this.there;
    this.bar.hidden = there.length < 2;
    /** @type {PageName} */
    const asked = mine && scene.form && isForm(scene) ? "form" : mine && scene.shop?.open ? "shop" : "map";
    if (asked !== this.asked || !there.includes(this.at)) this.at = asked;
    this.asked = asked;
    this.render();
  }

  /** The pages that this scene has. */
  get there() {
    const { scene } = this;
    if (!scene) return [];
    const has = { map: true, form: scene.form, shop: scene.shop, checklist: scene.checklist, chronicle: scene.chronicle.length, papers: this.papers };
    return NAMES.filter((name) => has[name]);
  }

  /** Whether this answer has its place on a page. @param {string} text */
  holds(text) {
    const { shop, form } = this.scene ?? {};
    const lines = [...(shop?.offers ?? []), ...(shop?.bought ?? []), ...(form?.rows ?? [])];
    return lines.some((line) => line.answers.includes(text));
  }

  /** @param {PageName} name */
  open(name) {
    this.at = name;
    this.render();
    this.sheet.scrollTo(0, 0);
    this.sheet.querySelector("[aria-current='step']")?.scrollIntoView({ block: "center" });
  }

  render() {
    const { bar, sheet, at, scene } = this;
    if (!scene) return;
    const focused = bar.contains(document.activeElement) ? document.activeElement?.getAttribute("data-page") : null;
    const tabs = this.there.map((name) =>
      button(name === "form" && scene.form?.keeps ? scene.form.name : TEXTS.pages[name], () => this.open(name), { "data-page": name, "aria-current": name === at ? "page" : null, class: name === this.asked && name !== "map" ? "asked" : null }),
    );
    bar.replaceChildren(...tabs);
    if (focused) bar.querySelector(`[data-page="${focused}"]`)?.dispatchEvent(new Event("focus"));
    for (const node of this.under) node.inert = at !== "map";
    sheet.hidden = at === "map";
    sheet.parentElement?.classList.toggle("covered", at !== "map");
    if (at === "map") return sheet.replaceChildren();
    const held = sheet.contains(document.activeElement) && document.activeElement instanceof HTMLElement ? document.activeElement.dataset.key : undefined;
    const top = sheet.scrollTop;
    sheet.setAttribute("aria-label", TEXTS.pages[at]);
    const page = element("div", { class: `page page-${at}` });
    this.writers[at]?.(page, scene);
    sheet.replaceChildren(page);
    sheet.scrollTop = top;
    const again = held ? sheet.querySelector(`[data-key="${CSS.escape(held)}"]`) : null;
    if (again instanceof HTMLElement) again.focus({ preventScroll: true });
    else if (held) sheet.focus({ preventScroll: true });
    return undefined;
  }
}

/** Whether a question is answered on its form, and not on the board. @param {Scene} scene */
function isForm({ form, choices }) {
  if (form?.keeps) return false;
  return Boolean(form?.rows.some((row) => row.answers.length)) || !choices.some((choice) => choice.place);
}
