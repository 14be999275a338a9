/** How a counter looks at this table: sides are numbered as they are met, camps as their seats. */

import { chip } from "./counters.js";

/** @import {Piece} from "./nouns.js" */

export class Looks {
  /** @param {string[]} seats */
  constructor(seats) {
    this.seats = seats;
    /** @type {string[]} */
    this.sides = [];
  }

  /** @param {Piece} piece */
  side(piece) {
    if (!this.sides.includes(piece.side)) this.sides.push(piece.side);
    return this.sides.indexOf(piece.side);
  }

  /** @param {Piece} piece */
  camp(piece) {
    return Math.max(0, this.seats.indexOf(piece.camp));
  }

  /** The counter as a small picture, for lists. @param {Piece} piece */
  chip(piece) {
    return chip(piece, this.side(piece), this.camp(piece));
  }
}
