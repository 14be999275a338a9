/** A game to take away: its record and its position as files, and in a line what each is good for. */

import { TEXTS } from "../text/texts.js";
import { part } from "../widgets/element.js";

/** Whoever holds every seat may have them while the game is on; else they would tell the others' hands. @param {{over: boolean, all: boolean}} table */
export function showFiles({ over, all }) {
  const words = TEXTS.files;
  part("record", HTMLButtonElement).disabled = !over && !all;
  part("situation", HTMLButtonElement).disabled = !over && !all;
  part("files-note", HTMLElement).textContent = over ? words.over : all ? words.running : words.later;
}
