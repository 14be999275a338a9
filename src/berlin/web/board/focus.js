/** Where the board is looked at: the decision, an answer that is thought of, what has just moved. */

/** @import {Board} from "./board.js" */
/** @import {Choice, Scene} from "../net/wire_types.js" */

export class BoardFocus {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    /** The places that the open question is about. @type {string[]} */
    this.asked = [];
    /** Whether it is also about counters that are beside the board. */
    this.aside = false;
    /** Where counters stand on the map itself. @type {string[]} */
    this.front = [];
  }

  /** @param {Scene} scene @param {boolean} mine */
  show({ choices, pieces, trays }, mine) {
    const beside = new Set(trays.map((tray) => tray.key));
    this.front = [...new Set(pieces.map((piece) => piece.place))].filter((key) => !beside.has(key));
    const place = new Map(pieces.map((piece) => [piece.id, piece.place]));
    const keys = mine ? choices.flatMap((choice) => [choice.place, place.get(choice.unit) ?? ""]) : [];
    this.asked = [...new Set(keys)].filter((key) => this.board.spots.has(key));
    this.aside = mine && choices.some((choice) => beside.has(place.get(choice.unit) ?? ""));
  }

  toDecision() {
    this.board.goTo(this.asked.length ? this.asked : this.front);
  }

  /** Moves only if nothing of the decision can be seen. */
  toUnseen() {
    if (!this.aside && this.asked.length && !this.asked.some((key) => this.board.sees(key))) this.toDecision();
  }

  /** @param {string} key */
  toPlace(key) {
    this.board.goTo([key]);
    this.board.flash(key);
  }

  /** An answer's unit and place. @param {Choice} choice @param {Scene} scene */
  at(choice, scene) {
    const from = scene.pieces.find((one) => one.id === choice.unit)?.place ?? "";
    for (const key of [from, choice.place]) {
      const spot = this.board.spots.get(key);
      if (spot) this.board.camera.reveal(...spot.anchor);
    }
    for (const [key, area] of this.board.areas) area.classList.toggle("seen", key === choice.place || key === from);
  }

  /** No answer is thought of any more. */
  leave() {
    for (const area of this.board.areas.values()) area.classList.remove("seen");
  }

  /** Flashes where something has come. @param {Scene} before @param {Scene} now */
  moved(before, now) {
    const were = new Map(before.pieces.map((piece) => [piece.id, piece.place]));
    for (const piece of now.pieces) if (were.get(piece.id) !== piece.place) this.board.flash(piece.place);
  }
}
