/** How a counter looks at this table: sides are numbered as they are met, camps as their seats. */

import { chip } from "./counters.js";

/** @import {Piece} from "../net/wire_types.js" */

/** How many sides have a band and a strip of their own. */
const SIDES = 3;

export class Looks {
  /** @param {string[]} seats */
  constructor(seats) {
    this.seats = seats;
    /** @type {string[]} */
    this.sides = [];
  }

  /** @param {Piece[]} pieces */
  meet(pieces) {
    this.sides = [...new Set([...this.sides, ...pieces.map((piece) => piece.side)])];
  }

  /** More sides than there are bands and strips are told apart by their colours alone, and share those of their camp. @param {Piece} piece */
  side(piece) {
    return this.sides.length > SIDES ? this.camp(piece) : Math.max(0, this.sides.indexOf(piece.side));
  }

  /** @param {Piece} piece */
  camp(piece) {
    return Math.max(0, this.seats.indexOf(piece.camp));
  }

  /** The counter as a small picture, for lists. @param {Piece} piece */
  chip(piece) {
    return chip(piece, this.side(piece), this.camp(piece));
  }

  /** The same where words beside it say what it is. @param {Piece} piece */
  silentChip(piece) {
    const made = this.chip(piece);
    made.setAttribute("aria-hidden", "true");
    return made;
  }
}
