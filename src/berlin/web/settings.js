/** What a player likes: kept in this browser alone. */

import { openDialog } from "./dialog.js";
import { element } from "./element.js";
import { keep, kept } from "./memory.js";
import { TEXTS } from "./texts.js";

/**
 * @typedef {{auto: boolean, confirm: boolean, calm: boolean, keys: boolean, theme: "system" | "light" | "dark",
 *   speed: number, machine: string, hand: boolean, layers: string[], unlayered: string[]}} Likes  speed: beats of a replay; machine: the one last
 *   played against; hand: whether it lies open; layers: what is tinted on the board;
 *   unlayered: what usually is and was taken off
 */

const LIKES = "berlin.likes";
const PROMISES = "berlin.promises";

/** @type {Likes} */
const USUAL = { auto: false, confirm: true, calm: false, keys: true, theme: "system", speed: 1, machine: "", hand: true, layers: [], unlayered: [] };

/** @type {Likes} */
export const likes = { ...USUAL, ...kept(LIKES) };

/** @param {Partial<Likes>} changes */
export function like(changes) {
  Object.assign(likes, changes);
  keep(LIKES, likes);
  dress();
}

export function dress() {
  const root = document.documentElement;
  if (likes.theme === "system") delete root.dataset.theme;
  else root.dataset.theme = likes.theme;
  root.dataset.calm = String(likes.calm);
}

/** The commitment as this browser saw it first. @param {string} id @param {string} commitment */
export function promised(id, commitment) {
  const all = kept(PROMISES);
  if (!all[id] && commitment) keep(PROMISES, { ...all, [id]: commitment });
  return String(all[id] ?? commitment);
}

/** What a table's marks are kept under. @param {string} id */
export const marksOf = (id) => ({
  read: () => kept(`berlin.marks.${id}`),
  write: (/** @type {unknown} */ value) => keep(`berlin.marks.${id}`, value),
});

/** @param {() => void} changed */
export function openSettings(changed) {
  const words = TEXTS.settings;
  const row = /** @param {string} name @param {string} about @param {HTMLElement} control */ (name, about, control) => {
    control.setAttribute("aria-describedby", `about-${name}`);
    return element("div", { class: "setting" }, control.closest("label") ?? control, element("small", { id: `about-${name}` }, about));
  };
  const box = /** @param {"auto" | "confirm" | "calm" | "keys"} name */ (name) => {
    const tick = element("input", { type: "checkbox", checked: likes[name] });
    tick.addEventListener("change", () => {
      like({ [name]: tick.checked });
      changed();
    });
    element("label", { class: "check" }, tick, words[name]);
    return row(name, words.about[name], tick);
  };
  const theme = element("select", { id: "theme" });
  for (const [value, text] of Object.entries(words.themes)) theme.append(element("option", { value, selected: likes.theme === value }, text));
  theme.addEventListener("change", () => {
    like({ theme: /** @type {Likes["theme"]} */ (theme.value) });
    changed();
  });
  element("label", { class: "field" }, words.theme, theme);
  openDialog(words.heading, [box("auto"), box("confirm"), box("calm"), box("keys"), row("theme", words.about.theme, theme), element("p", { class: "quiet" }, words.kept)]);
}
