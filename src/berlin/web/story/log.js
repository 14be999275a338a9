/** What happened, newest at the end; a click on a line shows the board as it was then. */

import { preferences } from "../net/preferences.js";
import { citation, withCitations } from "../text/citations.js";
import { deedOf } from "../text/said.js";
import { hasAll, wordsOf } from "../text/search.js";
import { TEXTS } from "../text/texts.js";
import { button, capital, svg, element } from "../widgets/element.js";
import { reasonsDetails } from "./reasons.js";

/** @import {Entry, Happening, Reasons, Told} from "../net/wire_types.js" */

/** The pips of a die by its value, on a grid of three by three. @type {Record<number, number[]>} */
const PIPS = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };

/** @param {number} value */
export function die(value) {
  const face = svg("svg", { class: "die", viewBox: "0 0 30 30", role: "img", "aria-label": TEXTS.log.die(value) });
  face.append(svg("rect", { x: 1, y: 1, width: 28, height: 28, rx: 6 }));
  for (const pip of PIPS[value] ?? []) face.append(svg("circle", { cx: 7.5 + (pip % 3) * 7.5, cy: 7.5 + Math.floor(pip / 3) * 7.5, r: 2.8 }));
  if (!PIPS[value]) face.append(svg("text", { x: 15, y: 20, "text-anchor": "middle", "font-size": 14 }, String(value)));
  return face;
}

/** What was rolled, if an event tells of a roll. @param {Happening} event */
export function rollIn(event) {
  const value = event.kind === "die" ? event.data.find((datum) => typeof datum === "number") : undefined;
  return typeof value === "number" ? value : null;
}

/** The die that an event tells of. @param {Happening} event */
export function dieOf(event) {
  const value = rollIn(event);
  return value === null ? null : die(value);
}

/** Whether an event is told where there is little room: neither a heading nor a sum. @param {Happening} event */
export const isNews = (event) => event.kind !== "stage" && event.kind !== "tally";

/** The rules that the words don't cite themselves, each once. @param {Happening} event */
const further = (event) => [...new Set(event.rules)].filter((rule) => !event.text.includes(`[${rule}]`));

/** The part of the game that a stage opens: "turn 3" of "turn 3, supply". @param {Entry} entry */
const chapters = (entry) => entry.events.flatMap((event) => (event.kind === "stage" ? (/^([^,]+),/.exec(event.text)?.[1] ?? []) : []));

/** @typedef {{node: HTMLElement, entry: string, text: string, chapters: string[]}} Row */

export class Log {
  /** @param {HTMLElement} panel @param {{jump: (seq: number) => void, seat: (seat: number | null) => string}} hooks */
  constructor(panel, hooks) {
    const words = TEXTS.log;
    this.panel = panel;
    this.hooks = hooks;
    this.list = element("ol", { class: "log", "aria-label": words.heading });
    this.nothing = element("p", { class: "quiet" }, words.empty);
    this.search = element("input", { type: "search", placeholder: words.find, "aria-label": words.find, oninput: () => this.sift() });
    this.chapter = element("select", { "aria-label": words.chapter, onchange: () => this.sift() });
    panel.replaceChildren(element("div", { class: "find two" }, this.search, this.chapter), this.nothing, this.list);
    /** @type {Map<number, Row>} */
    this.rows = new Map();
    /** Why the machines did what they did, once the game is over. @type {Map<number, Reasons>} */
    this.reasons = new Map();
    // Not the title alone: every line shows the board as it was then.
    this.list.addEventListener("click", (event) => {
      const at = event.target instanceof Element ? event.target : null;
      const row = at?.closest("button, details") ? null : at?.closest("[data-seq]");
      if (row) hooks.jump(Number(row.getAttribute("data-seq")));
    });
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
    let now = "";
    for (const entry of entries) {
      const text = JSON.stringify(entry);
      const known = this.rows.get(entry.seq);
      const opened = chapters(entry);
      const within = [now, ...opened].filter(Boolean);
      now = opened.at(-1) ?? now;
      if (known?.entry === text) continue;
      const node = this.row(entry);
      if (known) known.node.replaceWith(node);
      else this.list.append(node);
      this.rows.set(entry.seq, { node, entry: text, text, chapters: within });
      this.explain(entry.seq);
    }
    const undone = new Set(entries.flatMap((entry) => entry.undoes || []));
    for (const [seq, { node }] of this.rows) node.classList.toggle("undone", undone.has(seq));
    this.nothing.hidden = entries.length > 0;
    this.offer();
    this.sift();
    if (stuck) this.toEnd();
  }

  /** @param {Told[]} told */
  tell(told) {
    this.reasons = new Map(told.map((one) => [one.seq, one]));
    for (const { seq } of told) this.explain(seq);
    this.sift();
  }

  /** Puts the reasons under what was done by them. @param {number} seq */
  explain(seq) {
    const row = this.rows.get(seq);
    const reasons = this.reasons.get(seq);
    if (!row || !reasons || row.node.querySelector(".why")) return;
    row.node.querySelector(".jump")?.after(reasonsDetails(reasons));
    row.text += JSON.stringify(reasons);
  }

  /** The chapters to choose from. */
  offer() {
    const names = [...new Set([...this.rows.values()].flatMap((row) => row.chapters))];
    this.chapter.hidden = names.length < 2;
    if (this.chapter.options.length === names.length + 1) return;
    const chosen = this.chapter.value;
    const options = names.map((name) => element("option", { value: name, selected: name === chosen }, capital(name)));
    this.chapter.replaceChildren(element("option", { value: "" }, TEXTS.log.whole), ...options);
  }

  sift() {
    const sought = wordsOf(this.search.value);
    const chapter = this.chapter.value;
    for (const { node, text, chapters } of this.rows.values()) {
      const said = sought.length ? text.toLowerCase() : "";
      node.hidden = (chapter !== "" && !chapters.includes(chapter)) || !hasAll(said, sought);
    }
  }

  toEnd() {
    // Rows that were never seen have only a guessed height, so the last one itself is asked for.
    this.reveal(this.list.lastElementChild);
  }

  /** Goes to a row; where the log lies below what is in sight, as on a phone, the page stays where it is. @param {Element | null | undefined} row */
  reveal(row) {
    if (!this.panel.hidden && this.panel.getBoundingClientRect().top < innerHeight) row?.scrollIntoView({ block: "nearest" });
  }

  /** @param {Entry} entry */
  title(entry) {
    const did = deedOf(entry) || TEXTS.log.secret;
    if (entry.seat === null) return entry.action ? TEXTS.log.rules : TEXTS.log.start;
    return `${this.hooks.seat(entry.seat)}: ${did}`;
  }

  /** @param {Entry} entry */
  row(entry) {
    const jump = button(this.title(entry), () => this.hooks.jump(entry.seq), { class: "jump", title: [preferences.codes && entry.said && entry.action, TEXTS.log.jump(entry.seq)].filter(Boolean).join(". ") });
    return element(
      "li",
      { "data-seq": entry.seq },
      element("span", { class: "seq" }, String(entry.seq)),
      jump,
      entry.events.length ? element("ul", {}, ...entry.events.map(eventLine)) : null,
    );
  }

  /** Marks the moment that the board shows. @param {number | null} seq */
  mark(seq) {
    for (const [n, { node }] of this.rows) {
      if (n === seq) node.setAttribute("aria-current", "true");
      else node.removeAttribute("aria-current");
    }
    if (seq !== null) this.reveal(this.rows.get(seq)?.node);
  }

  /** A line between what was known and what is new. @param {number} seq  the last that was known */
  split(seq) {
    for (const [n, { node }] of this.rows) node.classList.toggle("news", n === seq + 1);
  }
}

/** @param {Happening} event */
export function eventLine(event) {
  return element("li", { class: `event kind-${event.kind}` }, dieOf(event), ...withCitations(capital(event.text)), " ", ...further(event).map(citation));
}

/** A few words for those who listen. @param {Entry[]} entries @param {(seat: number | null) => string} seat */
export function summary(entries, seat) {
  return entries
    .flatMap((entry) => [entry.action && entry.seat !== null ? `${capital(seat(entry.seat))}: ${deedOf(entry)}.` : "", ...entry.events.map((event) => `${event.text}.`)])
    .filter(Boolean)
    .slice(-12)
    .join(" ");
}
