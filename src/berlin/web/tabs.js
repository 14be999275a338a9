/** The row of tabs above the panels. */

import { button } from "./element.js";

/** @param {HTMLElement} bar @param {Record<string, {label: string, panel: HTMLElement, opened?: () => void}>} tabs */
export function makeTabs(bar, tabs) {
  const names = Object.keys(tabs);
  const open = /** @param {string} name */ (name) => {
    for (const one of names) {
      const chosen = one === name;
      tabs[one].panel.hidden = !chosen;
      const tab = document.getElementById(`tab-${one}`);
      tab?.setAttribute("aria-selected", String(chosen));
      tab?.setAttribute("tabindex", chosen ? "0" : "-1");
    }
    tabs[name].opened?.();
  };
  for (const name of names) {
    const { label, panel } = tabs[name];
    bar.append(button(label, () => open(name), { id: `tab-${name}`, role: "tab", "aria-controls": panel.id }));
    panel.setAttribute("aria-labelledby", `tab-${name}`);
  }
  bar.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const now = names.findIndex((name) => document.getElementById(`tab-${name}`) === document.activeElement);
    const next = names[(now + step + names.length) % names.length];
    open(next);
    document.getElementById(`tab-${next}`)?.focus();
  });
  open(names[0]);
  return open;
}
