/** Counters on the board, in stacks that fan out under the pointer, the finger or the focus. */

import { SIZE, face, told } from "./counters.js";
import { drawn } from "./element.js";

/** @import {Piece, Spot} from "./nouns.js" */

const GAP = SIZE + 6;
const LEAST = 12;

/** A counter: its picture, and over it the button without words that is clicked and focused. */
/** @typedef {{piece: Piece, node: SVGGElement, hit: SVGRectElement, look: string}} Counter */

export class Stacks {
  /** @param {SVGGElement} layer @param {Spot[]} spots */
  constructor(layer, spots) {
    this.layer = layer;
    this.spots = new Map(spots.map((spot) => [spot.key, spot]));
    /** @type {Map<string, Counter>} */
    this.counters = new Map();
    /** @type {Map<string, Counter[]>} */
    this.piles = new Map();
    this.open = "";
    this.size = 1;
    this.plate = drawn("rect", { class: "plate", rx: 10, visibility: "hidden" });
    layer.append(this.plate);
    this.listen();
  }

  listen() {
    const unit = /** @param {Event} event */ (event) =>
      event.target instanceof Element ? event.target.closest("[data-unit]") : null;
    this.layer.addEventListener("pointerover", (event) => {
      const found = unit(event);
      if (found && event.pointerType === "mouse") this.fan(this.placeOf(found));
    });
    this.layer.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && this.fan(""));
    this.layer.addEventListener("focusin", (event) => this.fan(this.placeOf(unit(event))));
    this.layer.addEventListener("focusout", (event) => {
      if (!(event.relatedTarget instanceof Node && this.layer.contains(event.relatedTarget))) this.fan("");
    });
  }

  /** @param {Element | null} node */
  placeOf(node) {
    return this.counters.get(node?.getAttribute("data-unit") ?? "")?.piece.place ?? "";
  }

  /**
   * Lays out what stands on the board; a counter that is there already moves to its new place.
   * @param {Piece[]} pieces
   * @param {{side: (piece: Piece) => number, camp: (piece: Piece) => number, able: Set<string>, chosen: string, lit: Set<string>}} looks
   */
  show(pieces, { side, camp, able, chosen, lit }) {
    this.piles.clear();
    const here = new Set();
    for (const piece of pieces) {
      if (!this.spots.has(piece.place)) continue;
      here.add(piece.id);
      const counter = this.counter(piece, side(piece), camp(piece));
      const classes = ["counter", able.has(piece.id) && "able", lit.has(piece.id) && "lit", piece.id === chosen && "chosen"];
      counter.node.setAttribute("class", classes.filter(Boolean).join(" "));
      counter.hit.setAttribute("tabindex", able.has(piece.id) || lit.has(piece.id) ? "0" : "-1");
      counter.hit.setAttribute("aria-pressed", String(piece.id === chosen));
      this.piles.set(piece.place, [...(this.piles.get(piece.place) ?? []), counter]);
    }
    for (const [id, counter] of this.counters) {
      if (here.has(id)) continue;
      counter.node.remove();
      this.counters.delete(id);
    }
    this.layOut();
  }

  /** @param {Piece} piece @param {number} side @param {number} camp @returns {Counter} */
  counter(piece, side, camp) {
    const look = JSON.stringify({ ...piece, place: "" });
    const name = `${told(piece)}, ${this.spots.get(piece.place)?.name}`;
    let counter = this.counters.get(piece.id);
    if (!counter) {
      const node = drawn("g", { "data-unit": piece.id });
      const hit = drawn("rect", { class: "hit", role: "button", x: -SIZE / 2, y: -SIZE / 2, width: SIZE, height: SIZE, rx: 7 });
      counter = { piece, node, hit, look: "" };
      this.counters.set(piece.id, counter);
      this.layer.append(node);
    }
    if (counter.look !== look) {
      for (const old of [...counter.node.children]) if (old !== counter.hit) old.remove();
      counter.node.prepend(drawn("title", {}, told(piece)), face(piece, side, camp));
      if (!counter.hit.isConnected) counter.node.append(counter.hit);
    }
    counter.hit.setAttribute("aria-label", name);
    Object.assign(counter, { piece, look });
    return counter;
  }

  layOut() {
    for (const place of this.piles.keys()) if (place !== this.open) this.lay(place);
    if (this.open) this.spread(this.open);
  }

  /** Side by side as far as there is room, else overlapping. @param {string} place */
  lay(place) {
    const spot = /** @type {Spot} */ (this.spots.get(place));
    const pile = this.piles.get(place) ?? [];
    this.inOrder(pile);
    const width = Math.max(SIZE * this.size, spot.room * 1.7);
    const rows = pile.length > 4 ? 2 : 1;
    const columns = Math.ceil(pile.length / rows);
    const step = columns > 1 ? Math.min(GAP * this.size, Math.max(LEAST, (width - SIZE * this.size) / (columns - 1))) : 0;
    pile.forEach((counter, i) => {
      const column = i % columns;
      const row = Math.floor(i / columns);
      const x = spot.anchor[0] + (column - (columns - 1) / 2) * step;
      const y = spot.anchor[1] + (row - (rows - 1) / 2) * 26;
      this.put(counter, x, y - (step < SIZE / 2 ? column * 3 : 0));
    });
  }

  /** Each counter of a pile lies over the one before it. @param {Counter[]} pile */
  inOrder(pile) {
    pile.forEach(({ node, hit }, i) => {
      const below = pile[i - 1]?.node;
      if (!below || hit === document.activeElement) return;
      if (below.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_PRECEDING) below.after(node);
    });
  }

  /** @param {Counter} counter @param {number} x @param {number} y */
  put(counter, x, y) {
    counter.node.style.transform = `translate(${x}px, ${y}px) scale(${this.size})`;
  }

  /** @param {string} place */
  fan(place) {
    if (place === this.open) return;
    const was = this.open;
    this.open = place;
    this.plate.setAttribute("visibility", "hidden");
    if (was) this.lay(was);
    if (place) this.spread(place);
  }

  /** @param {string} place */
  spread(place) {
    const spot = this.spots.get(place);
    const pile = this.piles.get(place) ?? [];
    if (!spot || pile.length < 2) return;
    const columns = pile.length > 4 ? Math.ceil(pile.length / 2) : pile.length;
    const rows = Math.ceil(pile.length / columns);
    const gap = GAP * this.size;
    pile.forEach((counter, i) => {
      const x = spot.anchor[0] + ((i % columns) - (columns - 1) / 2) * gap;
      const y = spot.anchor[1] + (Math.floor(i / columns) - (rows - 1) / 2) * gap;
      this.put(counter, x, y);
    });
    this.plate.setAttribute("x", String(spot.anchor[0] - (columns * gap) / 2 - 4));
    this.plate.setAttribute("y", String(spot.anchor[1] - (rows * gap) / 2 - 4));
    this.plate.setAttribute("width", String(columns * gap + 8));
    this.plate.setAttribute("height", String(rows * gap + 8));
    this.plate.setAttribute("visibility", "visible");
    this.raise(new Set(pile.map((counter) => counter.node)));
  }

  /**
   * Puts a pile on top. Moving a node in the tree would end its focus and its hover, so the others go below.
   * @param {Set<Element>} pile
   */
  raise(pile) {
    const nodes = [...this.layer.children].filter((node) => node !== this.plate);
    nodes.find((node) => pile.has(node))?.before(this.plate);
    for (const node of nodes) {
      const above = this.plate.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING;
      if (above && !pile.has(node)) this.plate.before(node);
    }
  }

  /**
   * Far off, counters are drawn larger so that they can still be told apart.
   * @param {number} scale
   * @returns {boolean} whether their size changed
   */
  zoomed(scale) {
    const size = Math.max(1, Math.min(1.45, 0.62 / scale));
    if (Math.abs(size - this.size) < 0.04) return false;
    this.size = size;
    this.layOut();
    return true;
  }
}
