/** What a player prefers: kept in this browser alone. */

import { recall, remember } from "./storage.js";

/**
 * @typedef {{auto: boolean, confirm: boolean, calm: boolean, keys: boolean, codes: boolean, theme: "system" | "light" | "dark",
 *   pace: "off" | "quick" | "normal" | "slow", speed: number, machine: string, hand: boolean, layers: string[], unlayered: string[]}} Preferences  pace: of what others did; speed: beats of a replay; machine: the one last
 *   played against; hand: whether it lies open; layers: what is tinted on the board;
 *   unlayered: what usually is and was taken off
 */

const LIKES = "berlin.likes";

/** @type {Preferences} */
const USUAL = { auto: false, confirm: true, calm: false, keys: true, codes: false, theme: "system", pace: "normal", speed: 1, machine: "", hand: true, layers: [], unlayered: [] };

/** @type {Preferences} */
export const preferences = { ...USUAL, ...recall(LIKES) };

/** @param {Partial<Preferences>} changes */
export function prefer(changes) {
  Object.assign(preferences, changes);
  remember(LIKES, preferences);
  applyTheme();
}

export function applyTheme() {
  const root = document.documentElement;
  if (preferences.theme === "system") delete root.dataset.theme;
  else root.dataset.theme = preferences.theme;
  root.dataset.calm = String(preferences.calm);
}
