/** What a player likes, and the seats he holds: kept in this browser alone. */

import { button, element } from "./element.js";
import { TEXTS } from "./texts.js";

/** @typedef {{auto: boolean, theme: "system" | "light" | "dark", calm: boolean, confirm: boolean}} Likes */

const LIKES = "berlin.likes";
const SEATS = "berlin.seats";
const SAT = "berlin.sat";
const PROMISES = "berlin.promises";

/** @type {Likes} */
const USUAL = { auto: false, theme: "system", calm: false, confirm: true };

/** @param {string} name @returns {any} */
function kept(name) {
  try {
    return JSON.parse(localStorage.getItem(name) ?? "{}");
  } catch {
    return {};
  }
}

/** @param {string} name @param {unknown} value */
function keep(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing: the settings hold for this page.
  }
}

/** @type {Likes} */
export const likes = { ...USUAL, ...kept(LIKES) };

export function dress() {
  const root = document.documentElement;
  if (likes.theme === "system") delete root.dataset.theme;
  else root.dataset.theme = likes.theme;
  root.dataset.calm = String(likes.calm);
}

/**
 * The tokens with which this browser comes back to a table: those it sat down with last, else all it was given.
 * Whoever set up a table for two and took one seat is not shown the other's hand.
 * @param {string} id
 * @returns {string[]}
 */
export function held(id) {
  const tokens = kept(SAT)[id] ?? kept(SEATS)[id];
  return Array.isArray(tokens) ? tokens : [];
}

/** @param {string} id @param {string[]} tokens */
export function sit(id, tokens) {
  keep(SAT, { ...kept(SAT), [id]: tokens });
}

/** @param {string} id @param {string[]} tokens */
export function hold(id, tokens) {
  const all = kept(SEATS);
  all[id] = [...new Set([...(all[id] ?? []), ...tokens])];
  keep(SEATS, all);
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
  const box = /** @param {"auto" | "calm" | "confirm"} name */ (name) =>
    element(
      "label",
      { class: "check" },
      element("input", {
        type: "checkbox",
        checked: likes[name],
        onchange: (/** @type {Event} */ event) => {
          likes[name] = /** @type {HTMLInputElement} */ (event.target).checked;
          save();
        },
      }),
      words[name],
    );
  const save = () => {
    keep(LIKES, likes);
    dress();
    changed();
  };
  const theme = element("select", {
    id: "theme",
    onchange: () => {
      likes.theme = /** @type {Likes["theme"]} */ (theme.value);
      save();
    },
  });
  for (const [value, text] of Object.entries(words.themes)) {
    theme.append(element("option", { value, selected: likes.theme === value }, text));
  }
  const dialog = element(
    "dialog",
    { class: "sheet", "aria-label": words.heading, onclose: () => dialog.remove() },
    element("h2", {}, words.heading),
    box("auto"),
    box("confirm"),
    box("calm"),
    element("label", { class: "field", for: "theme" }, words.theme, theme),
    element("div", { class: "buttons" }, button(words.close, () => dialog.close(), { class: "main" })),
  );
  document.body.append(dialog);
  dialog.showModal();
}
