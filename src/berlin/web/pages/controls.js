/** The buttons and keys of the table page. */

import { allRules } from "../text/citations.js";
import { openHelp } from "../text/help.js";
import { openRulebook } from "../text/rulebook.js";
import { TEXTS } from "../text/texts.js";
import { part } from "../widgets/element.js";
import { listen } from "../widgets/keyboard.js";
import { openSettings } from "./settings.js";

/** @import {TablePage} from "./table.js" */

const ZOOM = 1.4;

/** @param {TablePage} page */
export function wire(page) {
  const { board, replay, marks, story } = page;
  const { camera } = board;
  const press = /** @param {string} id @param {() => void} act */ (id, act) => part(id, HTMLButtonElement).addEventListener("click", act);
  const name = `${page.info.code}-${page.id}`;
  const undo = part("undo", HTMLButtonElement);
  const acts = {
    undo: () => void page.orders.undo(),
    hint: () => void page.ask(),
    rules: () => void openRulebook(allRules()),
    help: () => openHelp(),
    settings: () => openSettings(() => page.render()),
    "zoom-in": () => camera.zoomMiddle(ZOOM),
    "zoom-out": () => camera.zoomMiddle(1 / ZOOM),
    fit: () => camera.fit(),
    goto: () => page.boardFocus.toDecision(),
    record: () => void page.orders.fetch("record", `${name}.record`),
    situation: () => void page.orders.fetch("situation", `${name}.toml`),
    unmark: () => marks.clear(),
    mark: () => {
      marks.mode = !marks.mode;
      part("mark", HTMLButtonElement).setAttribute("aria-pressed", String(marks.mode));
      page.say(marks.mode ? `${TEXTS.marks.help} ${TEXTS.marks.kept}` : page.hint);
    },
  };
  for (const [id, act] of Object.entries(acts)) press(id, act);
  for (const pointed of ["pointerenter", "focus"]) undo.addEventListener(pointed, () => void page.orders.checkUndo());
  const forward = () => (story.on ? story.next() : replay.step(1));
  listen({
    "?": acts.help,
    r: acts.rules,
    u: () => undo.click(),
    h: acts.hint,
    "/": () => {
      page.openTab("choices");
      page.choices.filter.focus();
    },
    ".": acts.goto,
    "+": acts["zoom-in"],
    "=": acts["zoom-in"],
    "-": acts["zoom-out"],
    0: acts.fit,
    "[": () => replay.step(-1),
    "]": forward,
    ArrowLeft: () => replay.step(-1),
    ArrowRight: forward,
    Home: () => void replay.go(0),
    End: () => replay.leave(),
    Space: () => (story.on ? story.toggle() : replay.toggle()),
    Escape: () => (story.on ? story.skip() : page.play.unit ? page.play.choose("") : replay.at !== null ? replay.leave() : undefined),
  });
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && !story.on) page.since.welcome(page.sight, page.news.log);
  });
}
