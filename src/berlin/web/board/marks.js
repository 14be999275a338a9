/** Arrows and rings to think with: drawn with the right button, or with any in mark mode; seen by nobody else. */

import { recall, remember } from "../net/storage.js";
import { svg } from "../widgets/element.js";

/** @import {Board} from "./board.js" */

/** @typedef {{from: string, to: string}} Mark  a ring where both are the same */

export class Marks {
  /** @param {Board} board @param {string} table */
  constructor(board, table) {
    this.board = board;
    this.name = `berlin.marks.${table}`;
    const kept = recall(this.name);
    /** @type {Mark[]} */
    this.marks = Array.isArray(kept) ? kept : [];
    this.mode = false;
    this.from = "";
    board.camera.mayPan = (event) => event.button === 0 && !this.mode;
    const frame = board.frame;
    frame.addEventListener("contextmenu", (event) => event.preventDefault());
    frame.addEventListener("pointerdown", (event) => {
      if (event.button === 2 || (this.mode && event.button === 0)) this.from = this.spotAt(event);
    });
    frame.addEventListener("pointerup", (event) => {
      const to = this.from && this.spotAt(event);
      if (to) this.toggle({ from: this.from, to });
      this.from = "";
    });
    frame.addEventListener("click", (event) => this.mode && event.stopPropagation(), true);
    this.draw();
  }

  /** @param {PointerEvent} event */
  spotAt(event) {
    const under = document.elementsFromPoint(event.clientX, event.clientY);
    return under.map((node) => this.board.pointed(node)?.place).find(Boolean) ?? "";
  }

  /** @param {Mark} mark */
  toggle(mark) {
    const rest = this.marks.filter((one) => one.from !== mark.from || one.to !== mark.to);
    this.marks = rest.length < this.marks.length ? rest : [...this.marks, mark];
    remember(this.name, this.marks);
    this.draw();
  }

  clear() {
    this.marks = [];
    remember(this.name, []);
    this.draw();
  }

  draw() {
    this.board.marks.replaceChildren();
    for (const { from, to } of this.marks) {
      const a = this.board.spots.get(from)?.anchor;
      const b = this.board.spots.get(to)?.anchor;
      if (a && b) this.board.marks.append(from === to ? svg("circle", { cx: a[0], cy: a[1], r: 52 }) : arrow(a, b));
    }
  }
}

/** @param {[number, number]} a @param {[number, number]} b */
function arrow(a, b) {
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
  const angle = (Math.atan2(b[1] - a[1], b[0] - a[0]) * 180) / Math.PI;
  const tip = length - 14;
  const d = `M24-6H${tip - 26}V-18L${tip} 0L${tip - 26} 18V6H24z`;
  return svg("path", { d, transform: `translate(${a[0]} ${a[1]}) rotate(${angle})` });
}
