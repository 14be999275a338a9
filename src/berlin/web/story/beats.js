/** The beats of a story: which are told as one, what is said of each, how long it is read, and what they come to. */

import { TEXTS } from "../text/texts.js";
import { capital } from "../widgets/element.js";

/** @import {Beat, Episode, PieceChange, Scene, Turned} from "../net/wire_types.js" */
/** @typedef {Beat & {seat: number | null, seq: number}} Told  a beat, and whose it is */
/** @typedef {"off" | "quick" | "normal" | "slow"} Pace */

/** How much longer or shorter than usual each step takes. @type {Record<Exclude<Pace, "off">, number>} */
const FACTORS = { quick: 0.42, normal: 1, slow: 1.9 };
/** Milliseconds of a step: at least, by what there is to read, and at most; and more for dice and for a card. */
const LEAST = 800;
const A_SIGN = 26;
const MOST = 4200;
const DICE = 700;
const CARD = 2200;
/** Milliseconds of a movement, and of each place on its way. */
const SETTING_OUT = 300;
const A_LEG = 170;
const LONGEST_MOVE = 1100;
/** Lines that are shown of steps that are told as one. */
const LINES = 3;
/** Dice that are shown at once. */
const DICE_TOGETHER = 6;

/** The beats of these episodes, after those that were not shown yet. @param {Episode[]} episodes @param {Told[]} before @returns {Told[]} */
export function beatsOf(episodes, before) {
  return episodes.flatMap(toldOf).reduce(fold, before);
}

/** What comes after a new chapter has begun by itself is nobody's doing. @param {Episode} episode @returns {Told[]} */
function toldOf({ seq, seat, beats }) {
  const first = beats.findIndex((beat) => beat.chapter);
  return beats.map((beat, n) => ({ ...beat, seq, seat: first >= 0 && n >= first ? null : seat }));
}

/** Tells a beat with the one before it, where both are of one kind and one's own. @param {Told[]} told @param {Told} beat */
function fold(told, beat) {
  const last = told.at(-1);
  const joined = last && last.kind === beat.kind && last.seat === beat.seat && !beat.chapter ? (marched(last, beat) ?? rolled(last, beat) ?? prepared(last, beat)) : null;
  return joined ? [...told.slice(0, -1), joined] : [...told, beat];
}

/** One counter that goes on from where it has come to. @param {Told} last @param {Told} beat @returns {Told | null} */
function marched(last, beat) {
  const onward = last.units.length === 1 && last.units[0] === beat.units[0] && beat.units.length === 1 && last.path.at(-1) === beat.path[0];
  if (!onward || !isMarch(last) || !isMarch(beat)) return null;
  const [was, now] = [last.changes[0], beat.changes[0]];
  return { ...both(last, beat), lines: beat.lines, path: [...last.path, ...beat.path.slice(1)], changes: [{ ...now, was: was.was }] };
}

/** Dice of which nothing came, one after the other. @param {Told} last @param {Told} beat @returns {Told | null} */
function rolled(last, beat) {
  const idle = /** @param {Told} one */ ({ kind, changes, tracks }) => kind === "die" && !changes.length && !tracks.length;
  if (!idle(last) || !idle(beat) || last.dice.length >= DICE_TOGETHER) return null;
  return { ...both(last, beat), lines: [...last.lines, ...beat.lines], dice: [...last.dice, ...beat.dice] };
}

/** What only prepares something, as several counters that join one attack. @param {Told} last @param {Told} beat @returns {Told | null} */
function prepared(last, beat) {
  const idle = /** @param {Told} one */ ({ changes, tracks, dice, card, units, path }) => !changes.length && !tracks.length && !dice.length && !card && units.length + path.length > 0;
  if (!idle(last) || !idle(beat) || beat.places.length) return null;
  const ends = [...last.places, ...last.path.slice(-1), ...beat.places, ...beat.path.slice(-1)];
  return { ...both(last, beat), lines: [...last.lines, ...beat.lines], path: beat.path.length ? beat.path : last.path, places: [...new Set(ends)] };
}

/** @param {Told} last @param {Told} beat @returns {Told} */
function both(last, beat) {
  return {
    ...beat,
    chapter: last.chapter,
    rules: [...last.rules, ...beat.rules],
    sums: [...last.sums, ...beat.sums],
    units: [...new Set([...last.units, ...beat.units])],
    tracks: [...last.tracks, ...beat.tracks],
    pieces: [...last.pieces, ...beat.pieces],
    gone: [...last.gone, ...beat.gone],
    markers: beat.markers ?? last.markers,
  };
}

/** Whether it tells of a movement and of nothing else. @param {Beat} beat */
export const isMarch = ({ changes, dice, card }) => changes.length === 1 && changes[0].kind === "moved" && !dice.length && !card;

/** Its sentences: some of them, where it stands for many steps. @param {Beat} beat @param {number} [most] */
export function linesOf({ lines, dice }, most = dice.length > 1 ? DICE_TOGETHER : LINES) {
  const shown = lines.length > most ? [...lines.slice(0, most - 1), TEXTS.story.more(lines.length - most + 1)] : lines;
  return shown.map(capital);
}

/** The scene from this beat on. @param {Scene} scene @param {Beat} beat @returns {Scene} */
export function sceneAfter(scene, { pieces, gone, markers }) {
  const changed = new Map(pieces.map((piece) => [piece.id, piece]));
  const left = new Set(gone);
  const known = new Set(scene.pieces.map((piece) => piece.id));
  const come = [...changed.values()].filter((piece) => !known.has(piece.id));
  const there = scene.pieces.filter((piece) => !left.has(piece.id)).map((piece) => changed.get(piece.id) ?? piece);
  return { ...scene, pieces: [...there, ...come], markers: markers ?? scene.markers };
}

/** @param {Pace} pace */
const factor = (pace) => FACTORS[pace === "off" ? "normal" : pace];

/** How long a beat stays, in milliseconds. @param {Beat} beat @param {Pace} pace */
export function stay(beat, pace) {
  const signs = linesOf(beat).join(" ").length + (beat.card?.text.length ?? 0);
  const extra = (beat.dice.length ? DICE : 0) + (beat.card ? CARD : 0);
  return (Math.min(MOST, LEAST + signs * A_SIGN) + extra) * factor(pace);
}

/** How long its movement takes, in milliseconds. @param {Beat} beat @param {Pace} pace */
export function march(beat, pace) {
  return Math.min(LONGEST_MOVE, SETTING_OUT + A_LEG * beat.path.length) * factor(pace);
}

/** What became of whom, by camps. @param {Told[]} told @returns {Map<string, PieceChange[]>} */
export function lossesOf(told) {
  /** @type {Map<string, PieceChange>} */
  const last = new Map();
  for (const change of told.flatMap((beat) => beat.changes)) {
    if (change.kind === "lost" || change.kind === "reduced") last.set(change.unit, change);
    else if (change.kind === "rebuilt" || change.kind === "came") last.delete(change.unit);
  }
  return Map.groupBy(last.values(), (change) => change.camp);
}

/** The tracks that count something else in the end. @param {Told[]} told @returns {Turned[]} */
export function scoresOf(told) {
  /** @type {Map<string, Turned>} */
  const tracks = new Map();
  for (const turned of told.flatMap((beat) => beat.tracks)) {
    const key = `${turned.name} ${turned.seat}`;
    tracks.set(key, { ...turned, was: tracks.get(key)?.was ?? turned.was });
  }
  return [...tracks.values()].filter(({ was, now }) => was !== now);
}
