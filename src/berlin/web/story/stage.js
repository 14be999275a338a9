/** A beat on the board: the eye follows it, its place is ringed, its way is drawn, its counter goes along. */

import { preferences } from "../net/preferences.js";
import { svg } from "../widgets/element.js";

/** @import {Board} from "../board/board.js" */
/** @import {Point} from "../net/wire_types.js" */
/** @import {Told} from "./beats.js" */

/** What is seen around a place, in units of the board, and what is left free at the edges, in pixels. */
const AROUND = 150;
const EDGE = 70;
/** The scales at which a story can be read. */
const FAR = 0.62;
const NEAR = 1.15;
/** Milliseconds of the eye's way from one place to another. */
const GLIDE = 420;
/** Places that are ringed besides the one where it happens. */
const RINGS = 12;
/** How far from its place an arrow begins and ends. */
const GAP = 26;
/** What is drawn beyond the places themselves. */
const ROOM = 60;

/** Whether nothing is to move. */
export const isCalm = () => preferences.calm || matchMedia("(prefers-reduced-motion: reduce)").matches;

export class Stage {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    // A picture of its own, no larger than it must be: what moves in the board's would have all of that drawn anew in every frame.
    this.marks = svg("svg", { class: "story-marks", "aria-hidden": true });
    board.sheet.after(this.marks);
    /** Counters that stand in for those on their way. @type {Map<SVGElement, SVGElement>} */
    this.walking = new Map();
    this.gliding = 0;
    // Whoever takes the board in hand looks where he likes.
    for (const kind of ["pointerdown", "wheel"]) board.frame.addEventListener(kind, () => this.halt(), { passive: true });
  }

  halt() {
    cancelAnimationFrame(this.gliding);
    this.gliding = 0;
  }

  clear() {
    this.halt();
    this.arrive();
    this.marks.replaceChildren();
  }

  /** Whoever is on his way is there. */
  arrive() {
    for (const [node, double] of this.walking) {
      node.style.visibility = "";
      double.remove();
    }
    this.walking.clear();
  }

  /** Makes room for what is drawn over these places. @param {string[]} keys */
  frame(keys) {
    const points = keys.flatMap((key) => this.board.spots.get(key)?.outline ?? []);
    if (!points.length) return;
    const { x, y, width, height } = around(points, ROOM);
    this.marks.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
    Object.assign(this.marks.style, { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` });
  }

  /** Where a counter is, before the beat. @param {string} unit */
  placeOf(unit) {
    return this.board.stacks.counters.get(unit)?.piece.place ?? "";
  }

  /** Shows where it happens. @param {Told} beat @param {number} time  of a movement, in milliseconds */
  point(beat, time) {
    const target = beat.path.at(-1) ?? "";
    const moved = beat.changes.some((change) => change.kind === "moved");
    const from = moved ? [] : [...new Set(beat.units.map((unit) => this.placeOf(unit)))].filter((place) => place && place !== target);
    const ringed = [...new Set([target, ...beat.places])].filter((key) => this.board.spots.has(key)).slice(0, RINGS);
    const ways = moved ? [beat.path] : target ? from.map((place) => [place, target]) : [];
    this.arrive();
    this.frame([...beat.path, ...from, ...ringed]);
    this.marks.replaceChildren(
      ...ringed.map((key) => this.ring(key, key === target)),
      ...ways.flatMap((way) => this.way(way, moved, time)),
    );
    this.follow([...beat.path, ...from, ...ringed]);
  }

  /** @param {string} key @param {boolean} main */
  ring(key, main) {
    const points = (this.board.spots.get(key)?.outline ?? []).map((point) => point.join(",")).join(" ");
    return svg("polygon", { points, class: main ? "ring main" : "ring" });
  }

  /** An arrow over these places. @param {string[]} keys @param {boolean} moved @param {number} time @returns {SVGElement[]} */
  way(keys, moved, time) {
    const points = keys.flatMap((key) => this.anchor(key));
    const [last, before] = [points.at(-1), points.at(-2)];
    if (!last || !before) return [];
    const angle = Math.atan2(last[1] - before[1], last[0] - before[0]);
    const tip = moved ? last : [last[0] - Math.cos(angle) * GAP, last[1] - Math.sin(angle) * GAP];
    const d = [...points.slice(0, -1), tip].map((point, i) => `${i ? "L" : "M"}${point.join(" ")}`).join("");
    const head = svg("path", { class: "head", d: "M0 0L-26-15L-19 0L-26 15z", transform: `translate(${tip.join(" ")}) rotate(${(angle * 180) / Math.PI})` });
    const line = svg("path", { class: moved ? "way" : "way aim", d, pathLength: 1 });
    line.style.setProperty("--time", `${time}ms`);
    return [line, head];
  }

  /** @param {string} key @returns {Point[]} */
  anchor(key) {
    const anchor = this.board.spots.get(key)?.anchor;
    return anchor ? [anchor] : [];
  }

  /** Lets counters that have moved go along their way, which they have already at its end. @param {Told} beat @param {number} time */
  walk(beat, time) {
    if (isCalm() || beat.path.length < 2) return;
    const way = beat.path.flatMap((key) => this.anchor(key));
    const moved = new Set(beat.changes.filter((change) => change.kind === "moved" && change.now === beat.path.at(-1)).map((change) => change.unit));
    for (const unit of moved) {
      const counter = this.board.stacks.counters.get(unit);
      if (!counter || way.length < 2) continue;
      const size = this.board.stacks.size.toFixed(3);
      const steps = way.slice(0, -1).map(([x, y]) => ({ transform: `translate(${x}px, ${y}px) scale(${size})` }));
      const face = counter.node.querySelector(".face");
      if (!face) continue;
      const double = svg("g", {}, face.cloneNode(true));
      this.walking.set(counter.node, double);
      counter.node.classList.remove("going");
      counter.node.style.visibility = "hidden";
      this.marks.append(double);
      const going = double.animate([...steps, { transform: counter.at }], { duration: time, easing: "ease-in-out", fill: "both" });
      going.onfinish = () => this.walking.has(counter.node) && this.arrive();
    }
  }

  /** Looks at these places, unless they are seen well already. @param {string[]} keys */
  follow(keys) {
    const points = keys.flatMap((key) => this.anchor(key));
    if (!points.length || this.sees(points)) return;
    const { camera } = this.board;
    const box = around(points, AROUND);
    const from = { x: camera.x, y: camera.y, scale: camera.scale };
    camera.fit(box, Math.max(FAR, Math.min(NEAR, camera.scale)));
    if (isCalm()) return;
    const to = { x: camera.x, y: camera.y, scale: camera.scale };
    Object.assign(camera, from);
    this.glide(from, to);
  }

  /** Whether all are in the free part of the frame, and large enough. @param {Point[]} points */
  sees(points) {
    const { camera } = this.board;
    const { width, height } = camera.free();
    const inside = /** @param {Point} point */ ([x, y]) => {
      const [px, py] = [camera.x + x * camera.scale, camera.y + y * camera.scale];
      return px > EDGE && py > EDGE && px < width - EDGE && py < height - EDGE;
    };
    return camera.scale >= FAR * 0.9 && points.every(inside);
  }

  /** @param {{x: number, y: number, scale: number}} from @param {{x: number, y: number, scale: number}} to */
  glide(from, to) {
    this.halt();
    const { camera } = this.board;
    const start = performance.now();
    const step = () => {
      const part = Math.min(1, (performance.now() - start) / GLIDE);
      const eased = part * part * (3 - 2 * part);
      const scale = from.scale * (to.scale / from.scale) ** eased;
      // The middle of what is seen goes straight, whatever the scale does.
      const share = to.scale === from.scale ? eased : (scale - from.scale) / (to.scale - from.scale);
      Object.assign(camera, { scale, x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share });
      camera.draw();
      this.gliding = part < 1 ? requestAnimationFrame(step) : 0;
    };
    this.gliding = requestAnimationFrame(step);
  }
}

/** The box around points of the board. @param {Point[]} points @param {number} room */
function around(points, room) {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const [x, y] = [Math.min(...xs) - room, Math.min(...ys) - room];
  return { x, y, width: Math.max(...xs) + room - x, height: Math.max(...ys) + room - y };
}
