/** The board: the game's own picture, its places above it, markers, counters and what is lit. */

import { Camera } from "./camera.js";
import { patterns } from "./counters.js";
import { capital, drawn, element } from "./element.js";
import { Stacks } from "./stacks.js";

/** @import {Board as BoardData, Marker, Spot} from "./nouns.js" */
/** @typedef {{unit: string, place: string}} Pointed */

/** Kinds of marker that a board's picture shows itself. */
const PRINTED = new Set(["index", "star", "garrison"]);
const PIN = 19;

export class Board {
  /** @param {HTMLElement} frame @param {BoardData} data */
  constructor(frame, data) {
    this.frame = frame;
    this.data = data;
    this.spots = new Map(data.spots.map((spot) => [spot.key, spot]));
    this.places = drawn("g", { class: "places" });
    this.notes = drawn("g", { class: "notes", "aria-hidden": true });
    this.pins = drawn("g", { class: "pins" });
    const counters = drawn("g", { class: "counters" });
    this.badges = drawn("g", { class: "costs", "aria-hidden": true });
    this.marks = drawn("g", { class: "marks", "aria-hidden": true });
    this.sheet = drawn(
      "svg",
      { class: "sheet-over", viewBox: `0 0 ${data.width} ${data.height}`, width: data.width, height: data.height },
      patterns(),
      this.places,
      this.notes,
      this.pins,
      counters,
      this.badges,
      this.marks,
    );
    const stage = element("div", { class: "stage" }, picture(data), this.sheet);
    frame.replaceChildren(stage);
    this.camera = new Camera(frame, stage, data.width, data.height);
    this.stacks = new Stacks(counters, data.spots);
    /** @type {{markers: Marker[], camps: string[]}} */
    this.pinned = { markers: [], camps: [] };
    this.camera.rested = () => {
      if (this.stacks.zoomed(this.camera.scale)) this.pin(this.pinned.markers, this.pinned.camps);
    };
    /** @type {Map<string, SVGPolygonElement>} */
    this.areas = new Map();
    for (const spot of data.spots) this.addSpot(spot);
    /** @type {(at: Pointed) => void} */
    this.clicked = () => {};
    /** @type {(at: Pointed | null) => void} */
    this.hovered = () => {};
    this.listen();
    this.camera.fit();
  }

  /** @param {Spot} spot */
  addSpot(spot) {
    const points = spot.outline.map((point) => point.join(",")).join(" ");
    const area = drawn("polygon", { points, "data-spot": spot.key, class: "place", tabindex: -1 });
    area.append(drawn("title", {}, spot.note ? `${spot.name}. ${spot.note}` : spot.name));
    this.areas.set(spot.key, area);
    this.places.append(area);
    if (spot.note) {
      this.notes.append(drawn("text", { x: spot.anchor[0] + spot.room * 0.62, y: spot.anchor[1] - spot.room * 0.34 }, "†"));
    }
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
      if (spot) this.camera.reveal(...spot.anchor);
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
   */
  light(targets, chosen) {
    for (const [key, area] of this.areas) {
      const target = targets.get(key);
      const lit = target !== undefined;
      area.setAttribute("class", ["place", lit && "lit", key === chosen && "from"].filter(Boolean).join(" "));
      area.setAttribute("tabindex", lit ? "0" : "-1");
      if (lit) {
        area.setAttribute("role", "button");
        area.setAttribute("aria-label", `${this.name(key)}: ${target}`);
      } else {
        area.removeAttribute("role");
        area.removeAttribute("aria-label");
      }
    }
    this.badges.replaceChildren();
  }

  /** What it costs or what the odds are, beside a lit place. @param {string} key @param {string} text */
  price(key, text) {
    const spot = this.spots.get(key);
    if (!spot || !text) return;
    const size = this.stacks.size;
    const width = text.length * 10.5 + 18;
    this.badges.append(
      drawn(
        "g",
        { transform: `translate(${spot.anchor[0]} ${spot.anchor[1] - 46 * size}) scale(${size * 1.15})` },
        drawn("rect", { x: -width / 2, y: -13, width, height: 26, rx: 13 }),
        drawn("text", { y: 6, "text-anchor": "middle" }, text),
      ),
    );
  }

  /** @param {Marker[]} markers @param {string[]} camps */
  pin(markers, camps) {
    this.pinned = { markers, camps };
    this.pins.replaceChildren();
    const { size } = this.stacks;
    /** @type {Map<string, number>} */
    const rows = new Map();
    for (const marker of markers) {
      const spot = this.spots.get(marker.place);
      if (!spot || PRINTED.has(marker.kind)) continue;
      const n = rows.get(marker.place) ?? 0;
      const pin = marker.camp ? flag(marker, camps.indexOf(marker.camp)) : tag(marker);
      const x = spot.anchor[0] - spot.room * 0.62 + n;
      const y = spot.anchor[1] + Math.min(spot.room * 0.62, 48);
      pin.node.setAttribute("transform", `translate(${x} ${y}) scale(${size})`);
      rows.set(marker.place, n + (pin.width + 4) * size);
      this.pins.append(pin.node);
    }
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

/** The picture stands in a shadow tree of its own, so that its ids and ours can't meet. @param {BoardData} data */
function picture(data) {
  const host = element("div", { class: "picture", "aria-hidden": "true" });
  const parsed = new DOMParser().parseFromString(data.picture, "image/svg+xml").documentElement;
  host.attachShadow({ mode: "open" }).append(document.importNode(parsed, true));
  host.style.width = `${data.width}px`;
  host.style.height = `${data.height}px`;
  return host;
}

/** @param {Marker} marker @param {number} camp */
function flag(marker, camp) {
  const fill = ["#14110e", "#ffffff"][camp] ?? "#2f5d8c";
  const ink = camp === 1 ? "#14110e" : "#ffffff";
  const node = drawn(
    "g",
    { class: "flag" },
    drawn("title", {}, `${capital(marker.kind)}: ${capital(marker.text)}`),
    drawn("path", { d: "M0 13V-15", stroke: "#14110e", "stroke-width": 2.5 }),
    drawn("path", { d: "M0-15h26l-5 8l5 8h-26z", fill, stroke: "#14110e", "stroke-width": 1.5 }),
    drawn("text", { x: 10, y: -2.5, "text-anchor": "middle", fill: ink }, capital(marker.camp).slice(0, 1)),
  );
  return { node, width: PIN + 8 };
}

/** @param {Marker} marker */
function tag(marker) {
  const text = `${marker.kind} ${marker.text}`;
  const width = text.length * 6.4 + 10;
  const node = drawn(
    "g",
    { class: "tag" },
    drawn("title", {}, `${capital(marker.kind)}: ${marker.text}`),
    drawn("rect", { x: 0, y: -9, width, height: 18, rx: 5 }),
    drawn("text", { x: width / 2, y: 4, "text-anchor": "middle" }, text),
  );
  return { node, width };
}

