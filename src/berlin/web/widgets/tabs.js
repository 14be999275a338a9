/** The row of tabs above the panels. */

import { button } from "./element.js";

/**
 * @param {HTMLElement} bar
 * @param {Record<string, {label: string, panel: HTMLElement, opened?: () => void}>} tabs
 * @param {(name: string) => void} chosen
 */
export function makeTabs(bar, tabs, chosen) {
  const names = Object.keys(tabs);
  const show = /** @param {string} name */ (name) => {
    for (const one of names) {
      const open = one === name;
      tabs[one].panel.hidden = !open;
      const tab = document.getElementById(`tab-${one}`);
      tab?.setAttribute("aria-selected", String(open));
      tab?.setAttribute("tabindex", open ? "0" : "-1");
    }
    tabs[name].opened?.();
  };
  const open = /** @param {string} name */ (name) => {
    show(name);
    chosen(name);
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
  show(names[0]);
  return open;
}
