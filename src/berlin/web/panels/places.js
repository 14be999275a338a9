/** The board in words: every place with what stands and lies in it, the empty ones last. */

import { markerLabel } from "../board/board.js";
import { describePiece } from "../board/counters.js";
import { house } from "../net/api.js";
import { TEXTS } from "../text/texts.js";
import { openDialog, scrollBox } from "../widgets/dialog.js";
import { button, capital, element } from "../widgets/element.js";
import { plainRow, plainTable } from "../widgets/plain_table.js";

/** @import {Board, Scene} from "../net/wire_types.js" */

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
      const here = pieces.filter((piece) => piece.place === key).map(describePiece);
      const marked = markers.filter((one) => one.place === key).map(markerLabel).join(", ");
      const text = [name, marked, ...here].join(" ").toLowerCase();
      if (sought && !text.includes(sought)) return [];
      const title = shown
        ? button(capital(note ? `${name} †` : name), () => this.hooks.show(key), { class: "link", title: words.show(name) })
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
  const rows = data.map((one) => plainRow([one.table, one.name, one.value, one.note]));
  openDialog(words.houseTitle, [element("p", {}, words.houseLead), scrollBox(words.houseTitle, plainTable(words.houseColumns, rows))], { kind: "wide" });
}
