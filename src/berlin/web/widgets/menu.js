/** A small menu where the pointer is: several meanings of one click. */

import { button, element } from "./element.js";
import { placeInSight } from "./popover.js";

/**
 * @param {string} title
 * @param {{label: string, code: string, note: string, act: () => void, look?: () => void}[]} items
 * @param {{x: number, y: number}} at
 */
export function openMenu(title, items, at) {
  closeMenu();
  const menu = element("div", { id: "meanings", class: "popover menu", popover: "auto", role: "menu", "aria-label": title });
  menu.append(element("header", { role: "presentation" }, element("strong", {}, title)));
  for (const item of items) {
    const entry = button(
      item.label,
      () => {
        closeMenu();
        item.act();
      },
      { role: "menuitem", "data-meaning": item.code, onfocus: item.look, onpointerenter: item.look },
    );
    if (item.note) entry.append(element("small", {}, item.note));
    menu.append(entry);
  }
  menu.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const entries = [...menu.querySelectorAll("button")];
    const now = entries.findIndex((entry) => entry === document.activeElement);
    entries[(now + step + entries.length) % entries.length].focus();
  });
  const before = document.activeElement;
  menu.addEventListener("toggle", (event) => {
    if (/** @type {ToggleEvent} */ (event).newState !== "closed") return;
    const inside = menu.contains(document.activeElement);
    menu.remove();
    if (inside && before instanceof HTMLElement) before.focus({ preventScroll: true });
  });
  document.body.append(menu);
  menu.showPopover();
  placeInSight(menu, at.x + 10, at.y + 10);
  menu.querySelector("button")?.focus({ preventScroll: true });
}

export function closeMenu() {
  document.getElementById("meanings")?.remove();
}
