/** Counters as they are printed: side by colour, pattern and strip, camp by letter, symbol, numbers, steps. */

import { preferences } from "../net/preferences.js";
import { TEXTS } from "../text/texts.js";
import { capital, svg } from "../widgets/element.js";

/** @import {Piece} from "../net/wire_types.js" */

export const SIZE = 60;
const HALF = SIZE / 2;
/** The sign of a value that is chosen by us. */
const OURS = "†";

/** White text on each of these passes WCAG AA. @type {Record<string, string>} */
const COLOURS = {
  red: "#ad372c",
  green: "#58703f",
  grey: "#5f6670",
  blue: "#2f5d8c",
  brown: "#7a5530",
  black: "#33312e",
  tan: "#806733",
  olive: "#66652f",
};

/** @type {Record<string, string>} */
const INKS = { black: "#14110e", white: "#ffffff", red: "#ffd9d4", yellow: "#ffe27a" };

/** The parts of "armour red/black": kind, counter, ink. @param {string} symbol */
function looks(symbol) {
  const [kind, colours = ""] = symbol.split(" ");
  const [counter, ink] = colours.split("/");
  return { kind, counter: COLOURS[counter] ?? COLOURS.grey, ink: INKS[ink] ?? INKS.black };
}

/** NATO symbols in a box of 28 by 18. @param {string} kind @param {string} ink */
function symbol(kind, ink) {
  const line = { stroke: ink, "stroke-width": 2, fill: "none" };
  const cross = () => svg("path", { ...line, d: "M-14-9L14 9M14-9L-14 9" });
  const slash = () => svg("path", { ...line, d: "M-14 9L14-9" });
  const track = () => svg("rect", { ...line, x: -9, y: -5, width: 18, height: 10, rx: 5 });
  const dot = () => svg("circle", { r: 3.5, fill: ink });
  const man = (/** @type {number} */ x) => svg("path", { fill: ink, d: `M${x}-7a2.700 2.700 0 1 1-.010 0zM${x - 4} 8V2a4 3.500 0 0 1 8 0V8z` });
  /** @type {Record<string, () => SVGElement[]>} */
  const signs = {
    infantry: () => [cross()],
    armour: () => [track()],
    armor: () => [track()],
    mechanised: () => [cross(), track()],
    mechanized: () => [cross(), track()],
    cavalry: () => [slash()],
    artillery: () => [dot()],
    assault: () => [track(), dot()],
    recon: () => [slash(), track()],
    engineer: () => [svg("path", { ...line, d: "M-7 5V-4H7V5M0-4V5" })],
    paratroop: () => [cross(), svg("path", { ...line, d: "M-6 8q3-5 6 0q3-5 6 0" })],
    fort: () => [svg("path", { ...line, d: "M-10 9V-3H-6V0H-2V-3H2V0H6V-3H10V9" })],
    glider: () => [cross(), svg("path", { ...line, d: "M-12 9L0 4L12 9" })],
    antitank: () => [svg("path", { ...line, d: "M-14 9L0-9L14 9" })],
    flak: () => [svg("path", { ...line, d: "M-14 9a14 14 0 0 1 28 0" }), dot()],
    volksturm: () => [cross(), svg("path", { ...line, d: "M0-9V9" })],
    headquarters: () => [svg("path", { ...line, d: "M-14 0H14" })],
    half: () => [man(-5), man(5)],
    crew: () => [man(-7), svg("path", { ...line, d: "M0 5H11M1 5L8-5" })],
    leader: () => [man(0), svg("path", { ...line, d: "M5-6h6M8-9v6" })],
    hero: () => [man(-3), svg("path", { fill: ink, d: "M8-7l1.500 3.200l3.500.400l-2.600 2.400l.700 3.500l-3.100-1.700l-3.100 1.700l.700-3.500l-2.600-2.400l3.500-.400z" })],
    commander: () => [track(), svg("path", { ...line, d: "M-4-5V-8H4V-5" })],
    weapon: () => [svg("path", { ...line, d: "M-11-1H11M-5-1L-9 6M-5-1L-1 6M3-1V4" })],
    radio: () => [svg("path", { ...line, d: "M-7 6H5V-2H-7zM2-2L9-8M-3 2h.1" }), svg("path", { ...line, "stroke-width": 1.4, d: "M8-2q3 2 2 6" })],
    truck: () => [svg("path", { ...line, d: "M-11 4V-5H3V4M3-2H8L11 1V4H-11" }), svg("circle", { cx: -6, cy: 5.5, r: 2.4, fill: ink }), svg("circle", { cx: 6, cy: 5.5, r: 2.4, fill: ink })],
    aircraft: () => [svg("path", { fill: ink, d: "M0-8L1.800-2L12 2V4.500L1.800 2.500L1.200 6L4 8H-4L-1.200 6L-1.800 2.500L-12 4.500V2L-1.800-2z" })],
    concealed: () => [svg("text", { y: 7, "text-anchor": "middle", "font-size": 20, "font-weight": 700, fill: ink }, "?")],
  };
  const sign = signs[kind];
  const inside = sign
    ? sign()
    : [svg("text", { y: 5, "text-anchor": "middle", "font-size": 13, "font-weight": 700, fill: ink }, capital(kind).slice(0, 3))];
  return svg("g", { transform: "translate(-2 -5)" }, svg("rect", { ...line, x: -14, y: -9, width: 28, height: 18 }), ...inside);
}

/** Patterns that tell sides apart without colour; once in each picture that shows counters. */
export function patterns() {
  const hatch = svg(
    "pattern",
    { id: "side-1", width: 5, height: 5, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
    svg("rect", { width: 2.4, height: 5, fill: "#fff", "fill-opacity": 0.75 }),
  );
  const dots = svg(
    "pattern",
    { id: "side-2", width: 5, height: 5, patternUnits: "userSpaceOnUse" },
    svg("circle", { cx: 2.5, cy: 2.5, r: 1.4, fill: "#fff", "fill-opacity": 0.8 }),
  );
  return svg("defs", {}, hatch, dots);
}

/**
 * @param {string} text @param {number} x @param {number} y @param {number} size @param {string} fill
 * @param {number} [width]  squeezed into it
 */
function letters(text, x, y, size, fill, width = 0) {
  const tight = width && text.length * size * 0.6 > width;
  return svg(
    "text",
    {
      x,
      y,
      "font-size": size,
      "font-weight": 700,
      fill,
      "text-anchor": "middle",
      textLength: tight ? width : null,
      lengthAdjust: tight ? "spacingAndGlyphs" : null,
    },
    text,
  );
}

/**
 * A counter's face around its middle.
 * @param {Piece} piece
 * @param {number} side  0, 1, 2: which of the sides at this table
 * @param {number} camp  0, 1, 2: which of the camps
 */
export function face(piece, side, camp) {
  const { kind, counter, ink } = looks(piece.symbol);
  const dark = side === 1;
  const paper = dark ? "#1d2117" : "#fbf5e4";
  const text = dark ? "#ffffff" : "#14110e";
  const group = svg(
    "g",
    { class: piece.used ? "face used" : "face", "aria-hidden": true },
    svg("rect", { class: "shade", x: -HALF + 2, y: -HALF + 3, width: SIZE, height: SIZE, rx: 7 }),
    svg("rect", { class: "card", x: -HALF, y: -HALF, width: SIZE, height: SIZE, rx: 7, fill: counter }),
    svg("path", { d: "M-30 11H30V23a7 7 0 0 1-7 7H-23a7 7 0 0 1-7-7z", fill: paper }),
  );
  if (side > 0) group.append(svg("rect", { x: -HALF + 1.5, y: -22, width: 7, height: 32, fill: `url(#side-${Math.min(side, 2)})` }));
  group.append(
    letters(isTold(piece) ? piece.id : "", -5, -17.5, 11, "#fff", 40),
    symbol(kind, ink),
    figures(piece, text),
    svg("circle", { cx: 22, cy: -21.5, r: 7, fill: camp ? "#fff" : "#14110e", stroke: camp ? "#14110e" : "#fff" }),
    letters(capital(piece.camp).slice(0, 1), 22, -17.8, 10.5, camp ? "#14110e" : "#fff"),
  );
  if (piece.full_steps > 1 && piece.full_steps < 6) {
    for (let step = 0; step < piece.full_steps; step++) {
      const full = step < piece.steps;
      group.append(svg("circle", { class: "pip", cx: 23, cy: 4 - step * 8, r: 2.8, fill: full ? "#fff" : "none", stroke: "#fff" }));
    }
  }
  let left = -HALF;
  const wide = piece.badges.reduce((sum, badge) => sum + width(badge) + 2, 0);
  const squeezed = Math.min(1, (SIZE + 6) / wide);
  for (const badge of piece.badges) {
    group.append(pill(badge, left, 6.5, squeezed));
    left += (width(badge) + 2) * squeezed;
  }
  if (piece.facing >= 0) group.append(svg("path", { class: "facing", d: "M-13-31H13L0-43z", transform: `rotate(${piece.facing})` }));
  if (piece.used) group.append(svg("path", { class: "tick", d: "M-24 20l3 4l6-8" , stroke: text }));
  return group;
}

/** Whether people read its id: no mere code, unless they ask for codes. @param {Piece} piece */
const isTold = (piece) => !piece.coded || preferences.codes;

/** The numbers in a row; a small dagger by each that is our own. @param {Piece} piece @param {string} fill */
function figures(piece, fill) {
  const line = letters("", 0, 26, 17, fill);
  let raised = 0;
  piece.numbers.forEach((number, i) => {
    line.append(svg("tspan", { dy: raised }, i ? `-${number}` : number));
    raised = isOurs(piece, i) ? 6 : 0;
    if (raised) line.append(svg("tspan", { class: "ours", "font-size": 9, dy: -raised }, OURS));
  });
  if (piece.numbers.join("-").length > 5) {
    line.setAttribute("textLength", "54");
    line.setAttribute("lengthAdjust", "spacingAndGlyphs");
  }
  return line;
}

/** @param {Piece} piece @param {number} i  which of its numbers */
function isOurs(piece, i) {
  return piece.sources[i] === "house";
}

/** How many counters lie in a stack, at the corner under which the others look out. @param {number} many */
export function tally(many) {
  return svg(
    "g",
    { class: "many", transform: `translate(${-HALF - 6} ${HALF})`, "aria-hidden": true },
    svg("circle", { r: 11.5 }),
    svg("text", { y: 5.6, "text-anchor": "middle", "font-size": 16, "font-weight": 700 }, String(many)),
  );
}

/** How wide a badge is. @param {string} text */
const width = (text) => text.length * 6.2 + 7;

/** @param {string} text @param {number} x @param {number} y @param {number} squeezed */
function pill(text, x, y, squeezed) {
  return svg(
    "g",
    { class: "badge", transform: `translate(${x} ${y}) scale(${squeezed} 1)` },
    svg("rect", { x: -4, y: -6, width: width(text), height: 12, rx: 3 }),
    letters(text, width(text) / 2 - 4, 3.4, 9.5, "#14110e"),
  );
}

/** A counter in words. @param {Piece} piece */
export function describePiece(piece) {
  const numbers = piece.numbers.map((number, i) => (isOurs(piece, i) ? `${number}${OURS}` : number)).join("-");
  const parts = [piece.id === piece.name || !isTold(piece) ? piece.name : `${piece.name} (${piece.id})`, capital(piece.camp), piece.symbol.split(" ")[0], numbers];
  if (piece.full_steps > 1 && piece.steps) parts.push(TEXTS.places.steps(piece.steps, piece.full_steps));
  if (piece.facing >= 0) parts.push(TEXTS.places.facing(piece.facing));
  if (piece.used) parts.push(TEXTS.places.used);
  return [...parts, ...piece.badges].join(", ");
}

/** What the dagger by its numbers means, if there is one. @param {Piece} piece */
export function noteOn(piece) {
  return piece.numbers.some((_, i) => isOurs(piece, i)) ? TEXTS.counters.ours : "";
}

/** A counter as a small picture of its own, for lists. @param {Piece} piece @param {number} side @param {number} camp */
export function chip(piece, side, camp) {
  return svg("svg", { class: "chip", viewBox: "-33 -33 66 66", role: "img", "aria-label": describePiece(piece) }, face(piece, side, camp));
}
