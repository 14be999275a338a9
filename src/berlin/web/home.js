/** The first page: pick a game off the shelf, go on with one, or set a table up by hand. */

import * as api from "./api.js";
import { part } from "./element.js";
import { showHall } from "./hall.js";
import { openHelp } from "./help.js";
import { dress, likes, openSettings } from "./settings.js";
import { Setup } from "./setup.js";
import { showShelf } from "./shelf.js";
import { TEXTS } from "./texts.js";

const FRESH = 10_000;

/** @param {unknown} problem */
function complain(problem) {
  const box = part("trouble", HTMLElement);
  box.textContent = problem instanceof api.Complaint ? problem.message : TEXTS.errors.bug;
  box.hidden = false;
  box.scrollIntoView({ block: "nearest" });
  if (!(problem instanceof api.Complaint)) throw problem;
}

async function showTables() {
  const tables = await api.tables();
  const mine = showHall(part("tables", HTMLElement), tables);
  part("trouble", HTMLElement).hidden = true;
  return mine;
}

async function open() {
  dress();
  part("settings", HTMLButtonElement).addEventListener("click", () => openSettings(() => {}));
  part("help", HTMLButtonElement).addEventListener("click", () => openHelp());
  document.addEventListener("keydown", (event) => {
    const typing = event.target instanceof Element && event.target.closest("input, textarea, select, dialog");
    if (event.key === "?" && likes.keys && !typing) openHelp();
  });
  try {
    const games = await api.games();
    showShelf(part("shelf", HTMLElement), games, complain);
    new Setup(games, async () => void (await showTables()));
    // Whoever has games to go on with finds them first, on a phone too.
    if (await showTables()) part("trouble", HTMLElement).after(part("hall", HTMLElement));
    setInterval(() => {
      if (!document.hidden) void showTables().catch(() => {});
    }, FRESH);
  } catch (problem) {
    complain(problem);
  }
}

void open();
