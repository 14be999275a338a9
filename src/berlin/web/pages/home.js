/** The first page: pick a game, go on with one, or set a table up by hand. */

import "../text/fill_page.js";

import * as api from "../net/api.js";
import { applyTheme, preferences } from "../net/preferences.js";
import { openHelp } from "../text/help.js";
import { TEXTS } from "../text/texts.js";
import { part } from "../widgets/element.js";
import { showGameList } from "./game_list.js";
import { openSettings } from "./settings.js";
import { showTableList } from "./table_list.js";
import { TableSetup } from "./table_setup.js";

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
  const mine = showTableList(part("tables", HTMLElement), tables);
  part("trouble", HTMLElement).hidden = true;
  return mine;
}

async function open() {
  applyTheme();
  part("settings", HTMLButtonElement).addEventListener("click", () => openSettings(() => {}));
  part("help", HTMLButtonElement).addEventListener("click", () => openHelp());
  document.addEventListener("keydown", (event) => {
    const typing = event.target instanceof Element && event.target.closest("input, textarea, select, dialog");
    if (event.key === "?" && preferences.keys && !typing) openHelp();
  });
  try {
    const games = await api.games();
    showGameList(part("shelf", HTMLElement), games, complain);
    new TableSetup(games, async () => void (await showTables()));
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
