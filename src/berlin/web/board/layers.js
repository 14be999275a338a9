/** Layers: sets of places that are tinted on the board for whoever wants to see them. */

import { prefer, preferences } from "../net/preferences.js";
import { TEXTS } from "../text/texts.js";
import { openDialog } from "../widgets/dialog.js";
import { element, svg } from "../widgets/element.js";

/** @import {Board} from "./board.js" */
/** @import {Layer, Spot} from "../net/wire_types.js" */

export class Layers {
  /** @param {Board} board @param {HTMLButtonElement} opening  the button that asks which @param {string[]} seats */
  constructor(board, opening, seats) {
    this.board = board;
    this.opening = opening;
    this.seats = seats;
    /** @type {Layer[]} */
    this.layers = [];
    this.drawn = "";
    /** The one that is shown alone, until others are asked for. */
    this.sole = "";
    opening.addEventListener("click", () => this.open());
  }

  /** @param {Layer[]} layers */
  show(layers) {
    this.layers = layers;
    this.opening.hidden = !layers.length;
    const shown = layers.filter((layer) => this.isOn(layer));
    const looks = JSON.stringify(shown);
    if (looks === this.drawn) return;
    this.drawn = looks;
    this.opening.setAttribute("aria-pressed", String(Boolean(shown.length)));
    this.board.tints.replaceChildren(...shown.map((layer) => this.tint(layer)));
  }

  /** @param {Layer} layer */
  isOn({ name, usual }) {
    if (this.sole) return name === this.sole;
    return usual ? !preferences.unlayered.includes(name) : preferences.layers.includes(name);
  }

  /** Shows this one alone, until others are asked for. @param {string} name */
  only(name) {
    this.sole = name;
    this.show(this.layers);
  }

  /** @param {Layer} layer */
  tint(layer) {
    const spots = layer.places.flatMap((key) => this.board.spots.get(key) ?? []);
    const camp = `tint-${this.seats.indexOf(layer.camp)}`;
    if (layer.edge) return svg("path", { d: around(spots), class: `rim ${camp}` });
    const d = spots.map((spot) => `M${spot.outline.map((point) => point.join(" ")).join("L")}z`).join("");
    const kind = this.layers.filter((one) => one.camp === layer.camp).indexOf(layer);
    return svg("path", { d, class: `tint ${camp} kind-${kind % 2}` });
  }

  /** The names of the layers that a place lies in. @param {string} place */
  at(place) {
    return this.layers.filter((layer) => !layer.past && layer.places.includes(place)).map((layer) => layer.name);
  }

  open() {
    this.sole = "";
    this.show(this.layers);
    const rows = this.layers.map((layer) => {
      const tick = element("input", { type: "checkbox", checked: this.isOn(layer) });
      tick.addEventListener("change", () => {
        const kept = layer.usual ? "unlayered" : "layers";
        const rest = preferences[kept].filter((name) => name !== layer.name);
        prefer({ [kept]: tick.checked === layer.usual ? rest : [...rest, layer.name] });
        this.show(this.layers);
      });
      return element("label", { class: "check" }, tick, layer.name);
    });
    openDialog(TEXTS.layers.heading, [element("p", { class: "quiet" }, TEXTS.layers.about), ...rows], { kind: "aside" });
  }
}

/** The line around these places: every side that only one of them has. @param {Spot[]} spots */
function around(spots) {
  /** @type {Map<string, string>} */
  const sides = new Map();
  for (const { outline } of spots) {
    outline.forEach((point, i) => {
      const ends = [point, outline[(i + 1) % outline.length]].map((one) => one.map((n) => n.toFixed(1)).join(" "));
      const key = [...ends].sort().join(",");
      if (ends[0] !== ends[1] && !sides.delete(key)) sides.set(key, `M${ends[0]}L${ends[1]}`);
    });
  }
  return [...sides.values()].join("");
}
