/** What happened, newest at the end; a click on a line shows the board as it was then. */

import { button, capital, drawn, element } from "./element.js";
import { citation, cited } from "./rules.js";
import { TEXTS } from "./texts.js";

/** @import {Entry, Happening} from "./nouns.js" */

/** The pips of a die by its value, on a grid of three by three. @type {Record<number, number[]>} */
const PIPS = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };

/** @param {number} value */
export function die(value) {
  const face = drawn("svg", { class: "die", viewBox: "0 0 30 30", role: "img", "aria-label": TEXTS.log.die(value) });
  face.append(drawn("rect", { x: 1, y: 1, width: 28, height: 28, rx: 6 }));
  for (const pip of PIPS[value] ?? []) face.append(drawn("circle", { cx: 7.5 + (pip % 3) * 7.5, cy: 7.5 + Math.floor(pip / 3) * 7.5, r: 2.8 }));
  if (!PIPS[value]) face.append(drawn("text", { x: 15, y: 20, "text-anchor": "middle", "font-size": 14 }, String(value)));
  return face;
}

/** The die that an event tells of. @param {Happening} event */
export function dieOf(event) {
  const value = event.kind === "die" ? event.data.find((datum) => typeof datum === "number") : undefined;
  return typeof value === "number" ? die(value) : null;
}

/** The rules that the words don't cite themselves, each once. @param {Happening} event */
const further = (event) => [...new Set(event.rules)].filter((rule) => !event.text.includes(`[${rule}]`));

export class Log {
  /** @param {HTMLElement} panel @param {{jump: (seq: number) => void, seat: (seat: number | null) => string}} hooks */
  constructor(panel, hooks) {
    this.panel = panel;
    this.hooks = hooks;
    this.list = element("ol", { class: "log" });
    this.nothing = element("p", { class: "quiet" }, TEXTS.log.empty);
    panel.replaceChildren(this.nothing, this.list);
    /** @type {Map<number, {node: HTMLElement, text: string}>} */
    this.rows = new Map();
  }

  /** @param {Entry[]} entries */
  show(entries) {
    const stuck = this.panel.scrollHeight - this.panel.scrollTop - this.panel.clientHeight < 60;
    const seqs = new Set(entries.map((entry) => entry.seq));
    for (const [seq, row] of this.rows) {
      if (seqs.has(seq)) continue;
      row.node.remove();
      this.rows.delete(seq);
    }
    for (const entry of entries) {
      const text = JSON.stringify(entry);
      const known = this.rows.get(entry.seq);
      if (known?.text === text) continue;
      const node = this.row(entry);
      if (known) known.node.replaceWith(node);
      else this.list.append(node);
      this.rows.set(entry.seq, { node, text });
    }
    const undone = new Set(entries.flatMap((entry) => entry.undoes || []));
    for (const [seq, { node }] of this.rows) node.classList.toggle("undone", undone.has(seq));
    this.nothing.hidden = entries.length > 0;
    if (stuck) this.toEnd();
  }

  toEnd() {
    // Rows that were never seen have only a guessed height, so the last one itself is asked for.
    this.list.lastElementChild?.scrollIntoView({ block: "nearest" });
  }

  /** @param {Entry} entry */
  row(entry) {
    const did = entry.action || TEXTS.log.secret;
    const title = entry.seat === null && !entry.action ? TEXTS.log.start : `${this.hooks.seat(entry.seat)}: ${did}`;
    const events = entry.events.map((event) =>
      element("li", { class: `event kind-${event.kind}` }, dieOf(event), ...cited(event.text), " ", ...further(event).map(citation)),
    );
    const jump = button(title, () => this.hooks.jump(entry.seq), { class: "jump", title: TEXTS.log.jump(entry.seq) });
    return element(
      "li",
      { "data-seq": entry.seq },
      element("span", { class: "seq" }, String(entry.seq)),
      jump,
      events.length ? element("ul", {}, ...events) : null,
    );
  }

  /** Marks the moment that the board shows. @param {number | null} seq */
  mark(seq) {
    for (const [n, { node }] of this.rows) {
      if (n === seq) node.setAttribute("aria-current", "true");
      else node.removeAttribute("aria-current");
    }
    if (seq !== null) this.rows.get(seq)?.node.scrollIntoView({ block: "nearest" });
  }
}

/** A few words for those who listen. @param {Entry[]} entries @param {(seat: number | null) => string} seat */
export function spoken(entries, seat) {
  return entries
    .flatMap((entry) => [entry.action ? `${capital(seat(entry.seat))}: ${entry.action}.` : "", ...entry.events.map((event) => `${event.text}.`)])
    .filter(Boolean)
    .slice(-12)
    .join(" ");
}
