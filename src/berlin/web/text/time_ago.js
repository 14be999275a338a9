/** How long ago something was, in words. */

import { TEXTS } from "./texts.js";

/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [["day", 86_400], ["hour", 3_600], ["minute", 60]];
const words = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

/** @param {string | number} moment @param {number} [now] */
export function timeAgo(moment, now = Date.now()) {
  const seconds = Math.max(0, (now - new Date(moment).getTime()) / 1000);
  for (const [unit, size] of UNITS) if (seconds >= size) return words.format(-Math.floor(seconds / size), unit);
  return TEXTS.now;
}
