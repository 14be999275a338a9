/** The board in words: every place with what stands and lies in it, the empty ones last. */

import { house } from "./api.js";
import { labelled } from "./board.js";
import { told } from "./counters.js";
import { openDialog } from "./dialog.js";
import { button, capital, element } from "./element.js";
import { TEXTS } from "./texts.js";

/** @import {Board, Scene} from "./nouns.js" */

export class Places {
  /** @param {HTMLElement} panel @param {Board} board @param {{game: string, show: (key: string) => void}} hooks */
  constructor(panel, board, hooks) {
    this.board = board;
    this.hooks = hooks;
    /** @type {Scene | null} */
    this.scene = null;
    const words = TEXTS.places;
    this.filter = element("input", { type: "search", placeholder: words.find, "aria-label": words.find });
    this.filter.addEventListener("input", () => this.render());
    this.list = element("ul", { class: "places-list" });
    const foot = element("p", { class: "quiet" }, words.house, " ", button(words.houseAll, () => void openHouse(hooks.game), { class: "link" }));
    panel.replaceChildren(element("div", { class: "find" }, this.filter), foot, this.list);
    this.panel = panel;
  }

  /** @param {Scene} scene */
  show(scene) {
    this.scene = scene;
    if (!this.panel.hidden) this.render();
  }

  render() {
    if (!this.scene) return;
    const words = TEXTS.places;
    const { pieces, markers } = this.scene;
    const sought = this.filter.value.toLowerCase();
    const on = new Set(this.board.spots.map((spot) => spot.key));
    const off = [...new Set(pieces.map((piece) => piece.place))].filter((place) => !on.has(place));
    const rank = new Map([...markers.map((one) => /** @type {const} */ ([one.place, 1])), ...pieces.map((one) => /** @type {const} */ ([one.place, 0]))]);
    const places = [
      ...this.board.spots.map(({ key, name, note }) => ({ key, name, note, shown: true })),
      ...off.map((key) => ({ key, name: capital(key), note: "", shown: false })),
    ].sort((one, other) => (rank.get(one.key) ?? 2) - (rank.get(other.key) ?? 2));
    const rows = places.flatMap(({ key, name, note, shown }) => {
      const here = pieces.filter((piece) => piece.place === key).map(told);
      const marked = markers.filter((one) => one.place === key).map(labelled).join(", ");
      const text = [name, marked, ...here].join(" ").toLowerCase();
      if (sought && !text.includes(sought)) return [];
      const title = shown
        ? button(note ? `${name} †` : name, () => this.hooks.show(key), { class: "link", title: words.show(name) })
        : element("strong", {}, `${words.off}: ${name}`);
      return element(
        "li",
        {},
        title,
        marked ? element("span", { class: "quiet" }, ` ${marked}`) : null,
        here.length ? element("ul", {}, ...here.map((one) => element("li", {}, one))) : element("span", { class: "quiet" }, ` · ${words.empty}`),
        note ? element("small", {}, `† ${note}`) : null,
      );
    });
    this.list.replaceChildren(...rows);
  }
}

/** @param {string} game */
async function openHouse(game) {
  const words = TEXTS.places;
  const data = await house(game).catch(() => []);
  const head = element("tr", {}, ...words.houseColumns.map((name) => element("th", { scope: "col" }, name)));
  const rows = data.map((one) => element("tr", {}, ...[one.table, one.name, one.value, one.note].map((cell) => element("td", {}, cell))));
  const table = element("table", { class: "plain" }, element("thead", {}, head), element("tbody", {}, ...rows));
  const scroll = element("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": words.houseTitle }, table);
  openDialog(words.houseTitle, [element("p", {}, words.houseLead), scroll], { kind: "wide" });
}
