/** Counters on the board, in stacks that fan out under the pointer, the finger or the focus. */

import { preferences } from "../net/preferences.js";
import { svg } from "../widgets/element.js";
import { SIZE, face, noteOn, tally, describePiece } from "./counters.js";

/** @import {Camera} from "./camera.js" */
/** @import {Piece, Spot} from "../net/wire_types.js" */

/** From counter to counter side by side, and from stack to stack. */
const GAP = SIZE + 6;
const STACK = SIZE + 18;
/** How far a covered counter looks out from under the next, and how many do. */
const PEEK = 5;
const PEEKING = 2;
/** Far off, counters are drawn larger so that they can still be told apart: from which scale down, by how much. */
const SIZES = [
  { below: 0.48, size: 1.45 },
  { below: 0.65, size: 1.2 },
  { below: Infinity, size: 1 },
];
/** Pixels that a counter of a stack has at least when it is fanned out. */
const LEGIBLE = 42;
/** Stacks laid anew in one frame. */
const AT_ONCE = 16;

/** A counter: its picture, and over it the button without words that is clicked and focused. */
/** @typedef {{piece: Piece, node: SVGGElement, hit: SVGRectElement, look: string, at: string, rank: number}} Counter */

export class Stacks {
  /** @param {SVGGElement} layer @param {Spot[]} spots @param {Camera} camera */
  constructor(layer, spots, camera) {
    this.layer = layer;
    this.camera = camera;
    this.spots = new Map(spots.map((spot) => [spot.key, spot]));
    /** @type {Map<string, Counter>} */
    this.counters = new Map();
    /** @type {Map<string, Counter[]>} */
    this.piles = new Map();
    this.open = "";
    this.size = 1;
    /** @type {string[]} */
    this.stale = [];
    this.plate = svg("rect", { class: "plate", rx: 10, visibility: "hidden" });
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
    this.layer.addEventListener("keydown", (event) => event.key === "Tab" && this.inTurn());
  }

  /** The tabulator goes from place to place, whatever lies on top. Only what has no focus is moved. */
  inTurn() {
    const turn = [...this.piles.values()].flatMap((pile) => pile.map(({ node }) => node));
    const at = turn.findIndex((node) => node.contains(document.activeElement));
    turn[at]?.before(...turn.slice(0, at));
    turn[at]?.after(...turn.slice(at + 1));
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
      const was = this.counters.get(piece.id)?.piece.place ?? piece.place;
      const counter = this.counter(piece, side(piece), camp(piece));
      const ready = able.has(piece.id) || lit.has(piece.id);
      const classes = ["counter", able.has(piece.id) && "able", lit.has(piece.id) && "lit", piece.id === chosen && "chosen", was !== piece.place && "going"];
      counter.node.setAttribute("class", classes.filter(Boolean).join(" "));
      counter.hit.setAttribute("tabindex", ready ? "0" : "-1");
      counter.hit.setAttribute("aria-pressed", String(piece.id === chosen));
      counter.rank = piece.id === chosen ? 2 : ready ? 1 : 0;
      this.piles.set(piece.place, [...(this.piles.get(piece.place) ?? []), counter]);
    }
    for (const [id, counter] of this.counters) {
      if (here.has(id)) continue;
      counter.node.remove();
      this.counters.delete(id);
    }
    for (const place of this.piles.keys()) if (place !== this.open) this.lay(place);
    if (this.open) this.spread(this.open);
  }

  /** @param {Piece} piece @param {number} side @param {number} camp @returns {Counter} */
  counter(piece, side, camp) {
    const look = JSON.stringify({ ...piece, place: "", codes: preferences.codes });
    const name = `${describePiece(piece)}, ${this.spots.get(piece.place)?.name}`;
    let counter = this.counters.get(piece.id);
    if (!counter) {
      const node = svg("g", { "data-unit": piece.id });
      const hit = svg("rect", { class: "hit", role: "button", x: -SIZE / 2, y: -SIZE / 2, width: SIZE, height: SIZE, rx: 7 });
      counter = { piece, node, hit, look: "", at: "", rank: 0 };
      this.counters.set(piece.id, counter);
      this.layer.append(node);
    }
    if (counter.look !== look) {
      for (const old of [...counter.node.children]) if (old !== counter.hit) old.remove();
      counter.node.prepend(svg("title", {}, [describePiece(piece), noteOn(piece)].filter(Boolean).join("; † ")), face(piece, side, camp));
      if (!counter.hit.isConnected) counter.node.append(counter.hit);
    }
    counter.hit.setAttribute("aria-label", name);
    Object.assign(counter, { piece, look });
    return counter;
  }

  /**
   * Side by side as far as there is room, else in as many stacks as fit, and on each how many lie there.
   * @param {string} place
   */
  lay(place) {
    const spot = /** @type {Spot} */ (this.spots.get(place));
    const pile = this.piles.get(place) ?? [];
    const { size } = this;
    const [middle, y] = this.standing(spot);
    const wide = spot.room * 2 + GAP - SIZE;
    const apart = pile.length * GAP * size > wide ? STACK * size : GAP * size;
    const stacks = stacked(pile, Math.max(1, Math.floor(wide / apart)));
    stacks.forEach((stack, column) => {
      const x = middle + (column - (stacks.length - 1) / 2) * apart;
      this.inOrder(stack);
      stack.forEach((counter, i) => {
        const under = Math.min(stack.length - 1 - i, PEEKING) * PEEK * size;
        this.put(counter, x - under, y + under, size);
        this.count(counter, i && i === stack.length - 1 ? stack.length : 0);
      });
    });
  }

  /** Where counters stand in a place. They grow downwards, away from the name above them. @param {Spot} spot @returns {[number, number]} */
  standing({ anchor: [x, y] }) {
    return [x, y + ((this.size - 1) * SIZE) / 4];
  }

  /** Each counter of a stack lies over the one before it. @param {Counter[]} stack */
  inOrder(stack) {
    stack.forEach(({ node, hit }, i) => {
      const below = stack[i - 1]?.node;
      if (!below || hit === document.activeElement) return;
      if (below.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_PRECEDING) below.after(node);
    });
  }

  /** @param {Counter} counter @param {number} x @param {number} y @param {number} size */
  put(counter, x, y, size) {
    const at = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) scale(${size.toFixed(3)})`;
    if (counter.at === at) return;
    counter.at = at;
    counter.node.style.transform = at;
  }

  /** Writes on the topmost counter how many lie there. @param {Counter} counter @param {number} many */
  count({ node }, many) {
    const old = node.querySelector(".many");
    if (old?.textContent === (many ? String(many) : undefined)) return;
    old?.remove();
    if (many) node.append(tally(many));
  }

  /** @param {string} place */
  fan(place) {
    if (place === this.open) return;
    const was = this.open;
    this.open = place;
    this.plate.setAttribute("visibility", "hidden");
    for (const { node } of [...(this.piles.get(was) ?? []), ...(this.piles.get(place) ?? [])]) node.classList.add("going");
    if (was) this.lay(was);
    if (place) this.spread(place);
  }

  /** Side by side and large enough to be read, within what is seen of the board. @param {string} place */
  spread(place) {
    const spot = this.spots.get(place);
    const pile = this.piles.get(place) ?? [];
    const size = Math.max(this.size, LEGIBLE / (SIZE * this.camera.scale));
    if (!spot || !pile.length || (pile.length === 1 && size === this.size)) return;
    const { view } = this.camera;
    const gap = GAP * size;
    const most = Math.max(1, Math.floor((view.width - 8) / gap));
    const columns = Math.min(most, pile.length > 4 ? Math.ceil(pile.length / 2) : pile.length);
    const rows = Math.ceil(pile.length / columns);
    const width = columns * gap + 8;
    const height = rows * gap + 8;
    const left = within(spot.anchor[0] - width / 2, view.x, view.x + view.width - width);
    const top = within(spot.anchor[1] - height / 2, view.y, view.y + view.height - height);
    pile.forEach((counter, i) => {
      this.put(counter, left + 4 + ((i % columns) + 0.5) * gap, top + 4 + (Math.floor(i / columns) + 0.5) * gap, size);
      this.count(counter, 0);
    });
    for (const [name, value] of Object.entries({ x: left, y: top, width, height })) this.plate.setAttribute(name, value.toFixed(1));
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

  /** The camera has come to rest. @returns {boolean} whether counters change their size */
  zoomed() {
    const { size } = SIZES.find(({ below }) => this.camera.scale < below) ?? SIZES[0];
    if (size === this.size) return false;
    this.size = size;
    if (!this.stale.length) requestAnimationFrame(() => this.layStale());
    this.stale = [...this.piles.keys()];
    return true;
  }

  /** Some stacks a frame, so that none is long. */
  layStale() {
    for (const place of this.stale.splice(0, AT_ONCE)) {
      if (!this.piles.has(place)) continue;
      for (const { node } of this.piles.get(place) ?? []) node.classList.remove("going");
      if (place === this.open) this.spread(place);
      else this.lay(place);
    }
    if (this.stale.length) requestAnimationFrame(() => this.layStale());
  }
}

/**
 * A pile in so many stacks, or in more if there are more sides: each is of one side, what can act on top.
 * @param {Counter[]} pile @param {number} most
 */
function stacked(pile, most) {
  const sides = Object.values(Object.groupBy(pile, ({ piece }) => piece.side)).map((side) => side ?? []);
  const parts = /** @param {number} each */ (each) =>
    sides.flatMap((side) => Array.from({ length: Math.ceil(side.length / each) }, (_, i) => side.slice(i * each, (i + 1) * each)));
  let each = 1;
  while (parts(each).length > Math.max(most, sides.length)) each++;
  return parts(each).map((stack) => stack.sort((a, b) => a.rank - b.rank));
}

/** @param {number} value @param {number} least @param {number} most */
function within(value, least, most) {
  return Math.max(least, Math.min(most, value));
}
