/** A story in full: what stood on the board before and after it, by kinds, the ground that changed hands, and where it turned. */

import { withCitations } from "../text/citations.js";
import { TEXTS } from "../text/texts.js";
import { openDialog, scrollBox } from "../widgets/dialog.js";
import { button, capital, element } from "../widgets/element.js";
import { plainRow, plainTable } from "../widgets/plain_table.js";
import { linesOf } from "./beats.js";

/** @import {Piece, Scene} from "../net/wire_types.js" */
/** @import {Told} from "./beats.js" */
/** @typedef {{name: string, was: number, now: number}} Count  so many before, and after */

/** Turning points that are told. */
const POINTS = 3;
/** The symbol of what nobody has looked under: what is no longer seen of it may be anywhere. */
const UNKNOWN = "concealed";

/**
 * @param {{first: Scene, last: Scene, told: Told[]}} story
 * @param {{spots: Set<string>, jump: (seq: number) => void}} hooks  spots: the places on the board; jump: shows a moment again
 */
export function openAccount({ first, last, told }, { spots, jump }) {
  const words = TEXTS.account;
  const beside = new Set(first.trays.map((tray) => tray.key));
  const stands = /** @param {Scene} scene */ (scene) => scene.pieces.filter((piece) => spots.has(piece.place) && !beside.has(piece.place));
  const [before, after] = [stands(first), stands(last)];
  const camps = [...new Set([...before, ...after].map((piece) => piece.camp))];
  const gone = lost(first, last);
  const forces = camps.flatMap((camp) => {
    const kinds = /** @param {Piece[]} pieces */ (pieces) => pieces.filter((piece) => piece.camp === camp).map(kindOf);
    const fallen = kinds(gone);
    return counted([...kinds(before), ...fallen], kinds(after)).map(({ name, was, now }) => {
      const many = fallen.filter((kind) => kind === name).length;
      return [capital(camp), capital(name), was - many, now, many];
    });
  });
  const ground = [...controlled(first, last), ...layered(first, last)];
  const dialog = openDialog(
    words.heading,
    [
      scrollBox(
        words.heading,
        element("p", { class: "quiet" }, words.seen),
        plainTable([words.camp, words.kind, words.before, words.after, words.lost], forces.map((cells) => plainRow(cells)), words.forces),
        ...(ground.length ? [plainTable([words.what, words.before, words.after, words.change], ground.map(({ name, was, now }) => plainRow([capital(name), was, now, signed(now - was)])), words.ground)] : []),
        element("h3", {}, words.points),
        element("ol", { class: "steps" }, ...turningPoints(told).map((beat) => element("li", {}, ...withCitations(linesOf(beat).join(". ")), " ", button(words.see, () => {
          dialog.close();
          jump(beat.seq);
        }, { class: "link" })))),
      ),
    ],
    { kind: "wide" },
  );
}

/** @param {Piece} piece */
const kindOf = (piece) => piece.symbol.split(" ")[0];

/** Who was known before, and is no longer there or lies among the lost. @param {Scene} first @param {Scene} last */
function lost(first, last) {
  const beyond = new Set(last.lost);
  const there = new Set(last.pieces.filter((piece) => !beyond.has(piece.place)).map((piece) => piece.id));
  return first.pieces.filter((piece) => kindOf(piece) !== UNKNOWN && !beyond.has(piece.place) && !there.has(piece.id));
}

/** @param {number} change */
const signed = (change) => (change > 0 ? `+${change}` : change < 0 ? `−${-change}` : "0");

/** How often each name stands in the one list and in the other. @param {string[]} before @param {string[]} after @returns {Count[]} */
function counted(before, after) {
  const names = [...new Set([...before, ...after])].sort();
  const times = /** @param {string[]} all @param {string} name */ (all, name) => all.filter((one) => one === name).length;
  return names.map((name) => ({ name, was: times(before, name), now: times(after, name) }));
}

/** Places by the camp whose marker lies there, where that changed. @param {Scene} first @param {Scene} last */
function controlled(first, last) {
  const held = /** @param {Scene} scene */ (scene) => scene.markers.flatMap((marker) => (marker.camp && marker.text === marker.camp ? `${marker.kind}: ${marker.camp}` : []));
  return counted(held(first), held(last)).filter(({ was, now }) => was !== now);
}

/** Layers that grew or shrank. @param {Scene} first @param {Scene} last @returns {Count[]} */
function layered(first, last) {
  const were = new Map(first.layers.map((layer) => [layer.name, layer.places.length]));
  const are = last.layers.filter((layer) => !layer.past && were.has(layer.name));
  return are.map(({ name, places }) => ({ name, was: were.get(name) ?? 0, now: places.length })).filter(({ was, now }) => was !== now);
}

/** How much came of a beat: of changes those that it names, for the last of an entry has all the others too. @param {Told} beat */
function weight({ changes, tracks, places, dice, units }) {
  const losses = changes.filter(({ kind, unit }) => units.includes(unit) && (kind === "lost" || kind === "left" || kind === "reduced")).length;
  return losses * 3 + Math.min(tracks.length, 1) + places.length * 0.5 + dice.length * 0.25;
}

/** Where most came of it, in their order. @param {Told[]} told */
function turningPoints(told) {
  const heaviest = told.filter(weight).sort((a, b) => weight(b) - weight(a)).slice(0, POINTS);
  return told.filter((beat) => heaviest.includes(beat));
}
