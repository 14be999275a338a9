/** Layers: sets of places that are tinted on the board for whoever wants to see them. */

import { element, drawn } from "./element.js";
import { openDialog } from "./dialog.js";
import { like, likes } from "./settings.js";
import { TEXTS } from "./texts.js";

/** @import {Board} from "./board.js" */
/** @import {Layer} from "./nouns.js" */

export class Layers {
  /** @param {Board} board @param {HTMLButtonElement} opening  the button that asks which @param {string[]} seats */
  constructor(board, opening, seats) {
    this.board = board;
    this.opening = opening;
    this.seats = seats;
    /** @type {Layer[]} */
    this.layers = [];
    this.drawn = "";
    opening.addEventListener("click", () => this.open());
  }

  /** @param {Layer[]} layers */
  show(layers) {
    this.layers = layers;
    this.opening.hidden = !layers.length;
    const shown = layers.filter((layer) => likes.layers.includes(layer.name));
    const looks = JSON.stringify(shown);
    if (looks === this.drawn) return;
    this.drawn = looks;
    this.opening.setAttribute("aria-pressed", String(Boolean(shown.length)));
    this.board.tints.replaceChildren(...shown.map((layer) => this.tint(layer)));
  }

  /** @param {Layer} layer */
  tint(layer) {
    const spots = layer.places.flatMap((key) => this.board.spots.get(key) ?? []);
    const d = spots.map((spot) => `M${spot.outline.map((point) => point.join(" ")).join("L")}z`).join("");
    const kind = this.layers.filter((one) => one.camp === layer.camp).indexOf(layer);
    return drawn("path", { d, class: `tint tint-${Math.max(0, this.seats.indexOf(layer.camp))} kind-${kind % 2}` });
  }

  /** The names of the layers that a place lies in. @param {string} place */
  at(place) {
    return this.layers.filter((layer) => layer.places.includes(place)).map((layer) => layer.name);
  }

  open() {
    const rows = this.layers.map((layer) => {
      const tick = element("input", { type: "checkbox", checked: likes.layers.includes(layer.name) });
      tick.addEventListener("change", () => {
        const rest = likes.layers.filter((name) => name !== layer.name);
        like({ layers: tick.checked ? [...rest, layer.name] : rest });
        this.show(this.layers);
      });
      return element("label", { class: "check" }, tick, layer.name);
    });
    openDialog(TEXTS.layers.heading, [element("p", { class: "quiet" }, TEXTS.layers.about), ...rows], { kind: "aside" });
  }
}
