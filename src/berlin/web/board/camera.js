/** Where the eye is on the board: pan and zoom by wheel, pinch, drag and keys, one change a frame. */

import { element } from "../widgets/element.js";

const NEAR = 3.2;
const STEP = 1.3;
const NUDGE = 90;
const SLACK = 5;
const EDGE = 30;
const REST = 140;
const MARGIN = 80;

/** @typedef {{x: number, y: number, width: number, height: number}} Box */

export class Camera {
  /**
   * @param {HTMLElement} frame  what is looked through
   * @param {HTMLElement} stage  what is looked at
   * @param {number} width
   * @param {number} height
   */
  constructor(frame, stage, width, height) {
    this.frame = frame;
    this.stage = stage;
    this.width = width;
    this.height = height;
    this.x = 0;
    this.y = 0;
    this.scale = 1;
    /** The frame that is asked for and not yet drawn. */
    this.pending = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.resting = undefined;
    /** @type {Map<number, {x: number, y: number}>} */
    this.fingers = new Map();
    this.dragged = false;
    // A style of the frame or the stage itself would be handed down to everything on the board at once.
    this.shield = element("div", { class: "shield", hidden: true });
    frame.append(this.shield);
    /** Whether a drag of this pointer moves the board; marks take the others. @type {(event: PointerEvent) => boolean} */
    this.mayPan = (event) => event.button === 0;
    /** The size of the part of the frame, from its upper left, that nothing lies on. @type {() => {width: number, height: number}} */
    this.free = () => ({ width: frame.clientWidth, height: frame.clientHeight });
    /** @type {() => void} */
    this.rested = () => {};
    this.listen();
  }

  listen() {
    const frame = this.frame;
    frame.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    frame.addEventListener("pointerdown", (event) => this.down(event));
    frame.addEventListener("pointermove", (event) => this.move(event));
    for (const end of ["pointerup", "pointercancel"]) {
      frame.addEventListener(end, (event) => this.up(/** @type {PointerEvent} */ (event)));
    }
    // A drag is not a click.
    frame.addEventListener("click", (event) => this.dragged && event.stopPropagation(), true);
    frame.addEventListener("keydown", (event) => this.key(event));
    new ResizeObserver(() => this.draw()).observe(frame);
  }

  /** Whether it has not moved for a moment. */
  get still() {
    return this.resting === undefined;
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    event.preventDefault();
    const pixels = event.deltaMode === 1 ? event.deltaY * 30 : event.deltaY;
    this.zoom(Math.exp(-Math.max(-120, Math.min(120, pixels)) / 420), event.clientX, event.clientY);
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (!this.mayPan(event)) return;
    if (!this.fingers.size) this.dragged = false;
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  /** @param {PointerEvent} event */
  move(event) {
    const was = this.fingers.get(event.pointerId);
    if (!was) return;
    // A button that was let go outside the page.
    if (event.pointerType === "mouse" && !event.buttons) return void this.up(event);
    const now = { x: event.clientX, y: event.clientY };
    const far = Math.hypot(now.x - was.x, now.y - was.y) > SLACK;
    if (!this.dragged && !far) return;
    if (!this.dragged) {
      this.dragged = true;
      this.shield.hidden = false;
      this.frame.setPointerCapture(event.pointerId);
    }
    const other = [...this.fingers].find(([id]) => id !== event.pointerId)?.[1];
    this.fingers.set(event.pointerId, now);
    if (other) {
      const before = Math.hypot(was.x - other.x, was.y - other.y);
      const after = Math.hypot(now.x - other.x, now.y - other.y);
      this.zoom(after / Math.max(before, 1), (now.x + other.x) / 2, (now.y + other.y) / 2);
      this.pan((now.x - was.x) / 2, (now.y - was.y) / 2);
    } else this.pan(now.x - was.x, now.y - was.y);
  }

  /** @param {PointerEvent} event */
  up(event) {
    this.fingers.delete(event.pointerId);
    if (!this.fingers.size) this.shield.hidden = true;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    /** @type {Record<string, () => void>} */
    const keys = {
      "+": () => this.zoomMiddle(STEP),
      "=": () => this.zoomMiddle(STEP),
      "-": () => this.zoomMiddle(1 / STEP),
      0: () => this.fit(),
      ArrowLeft: () => this.pan(NUDGE, 0),
      ArrowRight: () => this.pan(-NUDGE, 0),
      ArrowUp: () => this.pan(0, NUDGE),
      ArrowDown: () => this.pan(0, -NUDGE),
    };
    if (!keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  }

  /** @param {number} dx @param {number} dy */
  pan(dx, dy) {
    this.x += dx;
    this.y += dy;
    this.draw();
  }

  /** The scale at which the whole board is seen. */
  get whole() {
    const { width, height } = this.free();
    return Math.min(width / this.width, height / this.height);
  }

  /** @param {number} factor @param {number} clientX @param {number} clientY */
  zoom(factor, clientX, clientY) {
    const frame = this.frame.getBoundingClientRect();
    const scale = Math.max(this.whole * 0.9, Math.min(NEAR, this.scale * factor));
    const px = clientX - frame.left;
    const py = clientY - frame.top;
    this.x = px - ((px - this.x) * scale) / this.scale;
    this.y = py - ((py - this.y) * scale) / this.scale;
    this.scale = scale;
    this.draw();
  }

  /** @param {number} factor */
  zoomMiddle(factor) {
    const frame = this.frame.getBoundingClientRect();
    this.zoom(factor, frame.left + frame.width / 2, frame.top + frame.height / 2);
  }

  /** Shows this part of the board, or all of it. @param {Box} [box] @param {number} [nearest] */
  fit(box = { x: 0, y: 0, width: this.width, height: this.height }, nearest = NEAR) {
    const { width, height } = this.free();
    const scale = Math.min(width / box.width, height / box.height, nearest);
    this.scale = Math.max(scale, this.whole * 0.9);
    this.x = within(width / 2 - (box.x + box.width / 2) * this.scale, this.width * this.scale, width);
    this.y = within(height / 2 - (box.y + box.height / 2) * this.scale, this.height * this.scale, height);
    this.draw();
  }

  /** The part of the board that is in the frame. @returns {Box} */
  get view() {
    const { clientWidth, clientHeight } = this.frame;
    const { scale } = this;
    return { x: -this.x / scale, y: -this.y / scale, width: clientWidth / scale, height: clientHeight / scale };
  }

  /** Whether a point of the board is in view. @param {number} x @param {number} y */
  sees(x, y) {
    const px = this.x + x * this.scale;
    const py = this.y + y * this.scale;
    return px > EDGE && py > EDGE && px < this.frame.clientWidth - EDGE && py < this.frame.clientHeight - EDGE;
  }

  /** Brings a point into view if it is not, leaving the scale as it is. @param {number} x @param {number} y */
  reveal(x, y) {
    if (this.sees(x, y)) return;
    this.pan(this.frame.clientWidth / 2 - this.x - x * this.scale, this.frame.clientHeight / 2 - this.y - y * this.scale);
  }

  draw() {
    if (!this.pending) this.pending = requestAnimationFrame(() => this.drawNow());
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.rest(), REST);
  }

  drawNow() {
    this.pending = 0;
    const { clientWidth, clientHeight } = this.frame;
    this.x = Math.min(clientWidth - MARGIN, Math.max(MARGIN - this.width * this.scale, this.x));
    this.y = Math.min(clientHeight - MARGIN, Math.max(MARGIN - this.height * this.scale, this.y));
    this.stage.style.transform = `translate3d(${onGrid(this.x)}px, ${onGrid(this.y)}px, 0) scale(${this.scale})`;
  }

  /** The board stands still: what was only stretched is drawn sharply again. */
  rest() {
    cancelAnimationFrame(this.pending);
    clearTimeout(this.resting);
    this.resting = undefined;
    this.drawNow();
    this.rested();
  }
}

/** Where the board begins so that none of the room beside it is lost. @param {number} at @param {number} length @param {number} room */
function within(at, length, room) {
  return length < room ? (room - length) / 2 : Math.min(0, Math.max(room - length, at));
}

/** A whole number of the screen's pixels: anything else would blur, and be drawn anew at every step. @param {number} length */
function onGrid(length) {
  return Math.round(length * devicePixelRatio) / devicePixelRatio;
}
