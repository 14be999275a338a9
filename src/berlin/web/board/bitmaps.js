/**
 * The board's picture as bitmaps: all of it coarsely, and sharply what is looked at. Moving a bitmap costs next to
 * nothing, where a picture of thousands of shapes would be drawn anew. They are drawn piece by piece, so that no frame is long.
 */

import { element } from "../widgets/element.js";

/** @import {Board} from "../net/wire_types.js" */
/** @import {Box} from "./camera.js" */

/** Pixels of the coarse bitmap, and of one piece of work. */
const COARSE = 5e6;
const PIECE = 1e5;
/** How much more than what is seen is drawn sharply, on each side. */
const MARGIN = 0.15;
/** Milliseconds of a frame that go to drawing; more of them while there is nothing to see. */
const SHARE = 5;
const EAGER = 30;

export class Bitmaps {
  /** @param {Board} board @param {() => boolean} busy  whether the board is moved now, so that drawing waits */
  constructor({ width, height }, busy) {
    this.size = { width, height };
    this.busy = busy;
    this.coarse = new Sheet("coarse");
    this.fine = new Sheet("fine");
    this.node = element("div", { class: "picture", "aria-hidden": "true" }, this.coarse.canvas, this.fine.canvas);
    Object.assign(this.node.style, { width: `${width}px`, height: `${height}px` });
    /** What is shown, and what is to be shown once it is read. @type {HTMLImageElement | null} */
    this.image = null;
    this.wanted = this.image;
    /** What is looked at, in units of the board, and the pixels a unit. @type {[Box, number] | null} */
    this.seen = null;
    /** @type {Map<Sheet, Iterator<void>>} */
    this.jobs = new Map();
    this.due = 0;
  }

  /** Shows this picture from now on. @param {string} picture  SVG */
  async paint(picture) {
    const image = element("img", { alt: "", src: `data:image/svg+xml,${encodeURIComponent(picture)}` });
    this.wanted = image;
    await image.decode();
    if (this.wanted !== image) return;
    this.image = image;
    const { width, height } = this.size;
    if (this.seen) this.sharpen(...this.seen);
    this.plan(this.coarse, { x: 0, y: 0, width, height }, Math.min(1, Math.sqrt(COARSE / (width * height))));
  }

  /** @param {Box} seen @param {number} scale */
  sharpen(seen, scale) {
    this.seen = [seen, scale];
    const x = Math.max(0, Math.floor((seen.x - seen.width * MARGIN) * scale) / scale);
    const y = Math.max(0, Math.floor((seen.y - seen.height * MARGIN) * scale) / scale);
    const width = Math.min(this.size.width, seen.x + seen.width * (1 + MARGIN)) - x;
    const height = Math.min(this.size.height, seen.y + seen.height * (1 + MARGIN)) - y;
    if (width > 0 && height > 0) this.plan(this.fine, { x, y, width, height }, scale);
  }

  /** @param {Sheet} sheet @param {Box} box @param {number} scale */
  plan(sheet, box, scale) {
    if (!this.image) return;
    this.jobs.set(sheet, this.draw(sheet, box, scale, this.image));
    this.work();
  }

  /** @param {Sheet} sheet @param {Box} box @param {number} scale @param {HTMLImageElement} image @returns {Generator<void>} */
  *draw(sheet, box, scale, image) {
    const width = Math.ceil(box.width * scale);
    const height = Math.ceil(box.height * scale);
    const easel = new OffscreenCanvas(width, height);
    const pen = /** @type {OffscreenCanvasRenderingContext2D} */ (easel.getContext("2d", { alpha: false }));
    const high = Math.ceil(PIECE / width);
    for (let y = 0; y < height; y += high) {
      pen.save();
      pen.beginPath();
      pen.rect(0, y, width, high);
      pen.clip();
      pen.setTransform(scale, 0, 0, scale, -box.x * scale, -box.y * scale);
      pen.drawImage(image, 0, 0, this.size.width, this.size.height);
      pen.restore();
      // Asking for a pixel makes the browser draw now what it would else put off to the end.
      pen.getImageData(0, y, 1, 1);
      yield;
    }
    sheet.show(easel.transferToImageBitmap(), box, scale);
  }

  work() {
    if (this.due || !this.jobs.size) return;
    this.due = requestAnimationFrame(() => {
      this.due = 0;
      if (this.fine.blank) this.spend(EAGER);
      else if (!this.busy()) this.spend(SHARE);
      this.work();
    });
  }

  /** @param {number} share  milliseconds */
  spend(share) {
    const start = performance.now();
    while (this.jobs.size && performance.now() - start < share) {
      const sheet = this.jobs.has(this.fine) ? this.fine : this.coarse;
      if (this.jobs.get(sheet)?.next().done) this.jobs.delete(sheet);
    }
  }
}

class Sheet {
  /** @param {string} name */
  constructor(name) {
    this.canvas = element("canvas", { class: name, width: 0, height: 0 });
    this.pen = /** @type {ImageBitmapRenderingContext} */ (this.canvas.getContext("bitmaprenderer", { alpha: false }));
  }

  get blank() {
    return !this.canvas.width;
  }

  /** @param {ImageBitmap} bitmap @param {Box} box @param {number} scale */
  show(bitmap, { x, y }, scale) {
    Object.assign(this.canvas, { width: bitmap.width, height: bitmap.height });
    this.pen.transferFromImageBitmap(bitmap);
    this.canvas.style.transform = `translate(${x}px, ${y}px) scale(${1 / scale})`;
  }
}
