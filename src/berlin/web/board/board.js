/** The board: the game's own picture, its places above it, markers, counters and what is lit. */

import { capital, svg, element } from "../widgets/element.js";
import { Bitmaps } from "./bitmaps.js";
import { Camera } from "./camera.js";
import { patterns } from "./counters.js";
import { atNight, isNight, onDuskAndDawn } from "./night.js";
import { Stacks } from "./stacks.js";

/** @import {Board as BoardData, Marker, Spot} from "../net/wire_types.js" */
/** @typedef {{unit: string, place: string}} Pointed */
/** @typedef {{node: SVGElement, width: number}} Pin  a marker's picture, from its left end on */

/** Markers: how far from where the middle of a counter is or would be, from row to row, from one to the next; and how wide a flag is. */
const BELOW = 44;
const ABOVE = -14;
const ROW = 21;
const BETWEEN = 4;
const FLAG = 27;
/** What is left free beside the tools. */
const ASIDE = 16;

export class Board {
  /** @param {HTMLElement} frame @param {BoardData} data */
  constructor(frame, data) {
    this.frame = frame;
    this.data = data;
    this.spots = new Map(data.spots.map((spot) => [spot.key, spot]));
    this.places = svg("g", { class: "places" });
    this.tints = svg("g", { class: "tints", "aria-hidden": true });
    this.pins = svg("g", { class: "pins" });
    const counters = svg("g", { class: "counters" });
    this.badges = svg("g", { class: "costs", "aria-hidden": true });
    this.marks = svg("g", { class: "marks", "aria-hidden": true });
    this.sheet = svg(
      "svg",
      { class: "sheet-over", viewBox: `0 0 ${data.width} ${data.height}`, width: data.width, height: data.height },
      patterns(),
      this.tints,
      this.places,
      this.pins,
      counters,
      this.badges,
      this.marks,
    );
    this.bitmaps = new Bitmaps(data, () => !this.camera.still);
    const stage = element("div", { class: "stage" }, this.bitmaps.node, this.sheet);
    frame.replaceChildren(stage);
    this.camera = new Camera(frame, stage, data.width, data.height);
    this.camera.free = () => besides(frame);
    this.stacks = new Stacks(counters, data.spots, this.camera);
    /** @type {{markers: Marker[], camps: string[]}} */
    this.pinned = { markers: [], camps: [] };
    this.camera.rested = () => {
      this.bitmaps.sharpen(this.camera.view, this.camera.scale * devicePixelRatio);
      if (this.stacks.zoomed()) this.pin(this.pinned.markers, this.pinned.camps);
    };
    /** @type {Map<string, SVGPolygonElement>} */
    this.areas = new Map();
    /** Places that are lit, or whose unit is chosen. @type {Set<string>} */
    this.bright = new Set();
    for (const spot of data.spots) this.addSpot(spot);
    /** @type {(at: Pointed) => void} */
    this.clicked = () => {};
    /** @type {(at: Pointed | null) => void} */
    this.hovered = () => {};
    this.listen();
    this.paint();
    onDuskAndDawn(() => this.paint());
    this.camera.fit();
    this.camera.rest();
  }

  paint() {
    const { picture } = this.data;
    void this.bitmaps.paint(isNight() ? atNight(picture) : picture);
  }

  /** @param {Spot} spot */
  addSpot(spot) {
    const points = spot.outline.map((point) => point.join(",")).join(" ");
    const area = svg("polygon", { points, "data-spot": spot.key, class: "place", tabindex: -1 });
    area.append(svg("title", {}, capital(spot.note ? `${spot.name}. ${spot.note}` : spot.name)));
    this.areas.set(spot.key, area);
    this.places.append(area);
  }

  listen() {
    const at = /** @param {Event} event */ (event) => this.pointed(event.target);
    this.sheet.addEventListener("click", (event) => {
      const found = at(event);
      if (found) this.clicked(found);
    });
    this.sheet.addEventListener("pointerover", (event) => this.hovered(at(event)));
    this.sheet.addEventListener("focusin", (event) => {
      const found = at(event);
      this.hovered(found);
      const spot = this.spots.get(found?.place ?? "");
      // By keyboard only: a board that moves away under a pressed mouse loses the click.
      if (spot && event.target instanceof Element && event.target.matches(":focus-visible")) this.camera.reveal(...spot.anchor);
    });
    this.sheet.addEventListener("pointerleave", () => this.hovered(null));
    this.sheet.addEventListener("keydown", (event) => {
      const found = at(event);
      if (!found || (event.key !== "Enter" && event.key !== " ")) return;
      event.preventDefault();
      this.clicked(found);
    });
    // Focus by keyboard must not scroll the frame away under the camera.
    this.frame.addEventListener("scroll", () => this.frame.scrollTo(0, 0));
  }

  /** @param {EventTarget | null} target @returns {Pointed | null} */
  pointed(target) {
    const node = target instanceof Element ? target.closest("[data-unit], [data-spot]") : null;
    if (!node) return null;
    const unit = node.getAttribute("data-unit") ?? "";
    const place = unit ? this.stacks.placeOf(node) : (node.getAttribute("data-spot") ?? "");
    return { unit, place };
  }

  /**
   * @param {Map<string, string>} targets  places that can be clicked now, with what the click would do
   * @param {string} chosen  the place of the chosen unit
   * @param {Set<string>} [faint]  those of the places that are many, and are lit less
   */
  light(targets, chosen, faint = new Set()) {
    for (const area of this.places.querySelectorAll(".seen")) area.classList.remove("seen");
    const changed = new Set([...this.bright, ...targets.keys(), chosen]);
    this.bright = new Set([...targets.keys(), chosen]);
    for (const key of changed) {
      const area = this.areas.get(key);
      const target = targets.get(key);
      const lit = target !== undefined;
      area?.setAttribute("class", ["place", lit && "lit", faint.has(key) && "faint", key === chosen && "from"].filter(Boolean).join(" "));
      area?.setAttribute("tabindex", lit && !faint.has(key) ? "0" : "-1");
      if (lit) {
        area?.setAttribute("role", "button");
        area?.setAttribute("aria-label", `${capital(this.name(key))}: ${target}`);
      } else {
        area?.removeAttribute("role");
        area?.removeAttribute("aria-label");
      }
    }
    this.badges.replaceChildren();
  }

  /** What it costs or what the odds are, beside a lit place. @param {string} key @param {string} text */
  price(key, text) {
    const spot = this.spots.get(key);
    if (!spot || !text) return;
    const { size } = this.stacks;
    const [x, y] = this.stacks.standing(spot);
    const width = text.length * 10.5 + 18;
    this.badges.append(
      svg(
        "g",
        { transform: `translate(${x} ${y - 46 * size}) scale(${size * 0.95})` },
        svg("rect", { x: -width / 2, y: -13, width, height: 26, rx: 13 }),
        svg("text", { y: 6, "text-anchor": "middle" }, text),
      ),
    );
  }

  /** @param {Marker[]} markers @param {string[]} camps */
  pin(markers, camps) {
    this.pinned = { markers, camps };
    this.pins.replaceChildren();
    const laid = Object.groupBy(markers.filter((marker) => !marker.printed), (marker) => marker.place);
    for (const [place, here = []] of Object.entries(laid)) {
      const spot = this.spots.get(place);
      if (spot) this.pinRows(spot, here.map((marker) => (marker.camp ? flag(marker, camps.indexOf(marker.camp)) : tag(marker))));
    }
  }

  /** Below the counters, or in their stead; as many in a row as there is room for. @param {Spot} spot @param {Pin[]} pins */
  pinRows(spot, pins) {
    const { size } = this.stacks;
    const [middle, y] = this.stacks.standing(spot);
    const top = y + (this.stacks.piles.has(spot.key) ? BELOW : ABOVE) * size;
    const wide = /** @param {Pin[]} row */ (row) => row.reduce((sum, pin) => sum + pin.width + BETWEEN, -BETWEEN) * size;
    /** @type {Pin[][]} */
    const rows = [[]];
    for (const pin of pins) {
      if (rows[0].length && wide([...rows[0], pin]) > spot.room * 2) rows.unshift([]);
      rows[0].push(pin);
    }
    rows.reverse().forEach((row, i) => {
      let x = middle - wide(row) / 2;
      for (const pin of row) {
        pin.node.setAttribute("transform", `translate(${x} ${top + i * ROW * size}) scale(${size})`);
        x += (pin.width + BETWEEN) * size;
        this.pins.append(pin.node);
      }
    });
  }

  /** @param {string} key */
  name(key) {
    return this.spots.get(key)?.name ?? capital(key);
  }

  /** @param {string} key */
  sees(key) {
    const spot = this.spots.get(key);
    return Boolean(spot && this.camera.sees(...spot.anchor));
  }

  /** Shows these places, with what lies around them. @param {string[]} keys */
  goTo(keys) {
    const spots = keys.flatMap((key) => this.spots.get(key) ?? []);
    if (!spots.length) return this.camera.fit();
    const xs = spots.flatMap((spot) => [spot.anchor[0] - spot.room, spot.anchor[0] + spot.room]);
    const ys = spots.flatMap((spot) => [spot.anchor[1] - spot.room, spot.anchor[1] + spot.room]);
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const pad = 90;
    const box = { x: left - pad, y: top - pad, width: right - left + 2 * pad, height: bottom - top + 2 * pad };
    return this.camera.fit(box, 1.15);
  }

  /** A short glow where something happened. @param {string} key */
  flash(key) {
    const area = this.areas.get(key);
    area?.classList.add("flash");
    setTimeout(() => area?.classList.remove("flash"), 1200);
  }
}

/** How much of the frame is left beside the tools: to their left, or above them if they lie in a row. @param {HTMLElement} frame */
function besides(frame) {
  const { clientWidth: width, clientHeight: height } = frame;
  const tools = frame.parentElement?.querySelector(".tools");
  if (!(tools instanceof HTMLElement)) return { width, height };
  const { offsetWidth, offsetHeight } = tools;
  return offsetHeight > offsetWidth ? { width: width - offsetWidth - ASIDE, height } : { width, height: height - offsetHeight - ASIDE };
}

/** @param {Marker} marker @param {number} camp @returns {Pin} */
function flag(marker, camp) {
  const fill = ["#14110e", "#ffffff"][camp] ?? "#2f5d8c";
  const ink = camp === 1 ? "#14110e" : "#ffffff";
  const node = svg(
    "g",
    { class: "flag" },
    svg("title", {}, `${capital(marker.kind)}: ${capital(marker.text)}`),
    svg("path", { d: "M1 11V-11", "stroke-width": 2.5 }),
    svg("path", { d: "M1-10h25l-5 7.500l5 7.500h-25z", fill, "stroke-width": 1.5 }),
    svg("text", { x: 10.5, y: 1.5, "text-anchor": "middle", fill: ink }, capital(marker.camp).slice(0, 1)),
  );
  return { node, width: FLAG };
}

/** What a marker says: its kind, and more if there is more to say. @param {Marker} marker */
export function markerLabel({ kind, text }) {
  return text === kind ? kind : `${kind} ${text}`;
}

/** @param {Marker} marker @returns {Pin} */
function tag(marker) {
  const text = markerLabel(marker);
  const width = text.length * 6.4 + 10;
  const node = svg(
    "g",
    { class: "tag" },
    svg("title", {}, capital(text)),
    svg("rect", { x: 0, y: -9, width, height: 18, rx: 5 }),
    svg("text", { x: width / 2, y: 4, "text-anchor": "middle" }, text),
  );
  return { node, width };
}

