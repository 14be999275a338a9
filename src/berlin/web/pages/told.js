/** A story at the table: what the page shows while it runs, and when it is over. */

import { Story } from "../story/story.js";
import { part } from "../widgets/element.js";

/** @import {Scene, Sight} from "../net/wire_types.js" */
/** @import {TablePage} from "./table.js" */

/** @param {TablePage} page @param {(seat: number | null) => string} seat  its name */
export function layStory(page, seat) {
  const { board, seats, info } = page;
  const boxes = { strip: part("board-box", HTMLElement), recap: part("recap", HTMLElement) };
  /** The page stays as it was then, and asks nothing. @param {Sight | null} held */
  const hold = (held) => {
    page.past = held;
    if (held) page.overlays.open("map");
    page.render();
  };
  /** @param {Scene} scene */
  const draw = (scene) => {
    const { looks } = page;
    if (page.past) page.past = { ...page.past, scene };
    looks.meet(scene.pieces);
    board.stacks.show(scene.pieces, { side: looks.side.bind(looks), camp: looks.camp.bind(looks), able: new Set(), chosen: "", lit: new Set() });
    if (board.pinned.markers !== scene.markers) board.pin(scene.markers, info.seats);
  };
  /** The table as it is. @param {string} said */
  const ended = (said) => {
    page.since.mark(page.sight);
    page.announceNow(said);
    page.boardFocus.toUnseen();
  };
  return new Story(board, boxes, {
    fetch: (since) => seats.table.story(since),
    moment: (seq) => seats.table.moment(seq, ""),
    hold,
    draw,
    ended,
    own: (one) => one !== null && seats.mine.has(one),
    seat,
    left: () => page.question.focus(),
    now: () => page.sight.scene,
    jump: (seq) => void page.replay.go(seq),
  });
}
