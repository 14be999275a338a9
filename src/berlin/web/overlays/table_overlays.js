/** Which pages lie over the board, and what they are written with. */

import { part } from "../widgets/element.js";
import { showChecklist } from "./checklist.js";
import { showChronicle } from "./chronicle.js";
import { showForm } from "./form.js";
import { KeptForms } from "./kept_forms.js";
import { OverlayTabs } from "./overlay_tabs.js";
import { showPapers } from "./papers.js";
import { reportFile } from "./report_file.js";
import { showShop } from "./shop.js";

/** @import {Choice, Form, Paper} from "../net/wire_types.js" */
/** @import {TablePage} from "../pages/table.js" */

/**
 * What a page offers, it shows with its chances: nothing is asked twice.
 * @param {TablePage} table @param {{take: (choice: Choice, seen: boolean) => void, place: (key: string) => string}} hooks
 */
export function layOverlays(table, hooks) {
  const take = (/** @type {Choice} */ choice) => hooks.take(choice, true);
  const { place } = hooks;
  /** @type {Paper[]} */
  let papers = [];
  const { seats } = table;
  const tools = /** @type {HTMLElement} */ (part("board-box", HTMLElement).querySelector(".tools"));
  const nodes = { bar: part("pages", HTMLElement), sheet: part("sheet", HTMLElement), board: part("board", HTMLElement), tools };
  const pages = new OverlayTabs(nodes, {
    shop: (page, scene) => showShop(page, scene, { choices: table.answers, take }),
    form: (page, scene) => showForm(page, scene, { choices: table.answers, take, place, chip: (piece) => table.looks.silentChip(piece), map: () => pages.open("map"), file: (form) => file(table, form) }),
    checklist: showChecklist,
    chronicle: (page, scene) => showChronicle(page, scene, { seats: table.info.seats, see: (layer) => table.seeLayer(layer) }),
    papers: (page) => showPapers(page, { papers, fetch: (key) => seats.table.paper(key), complain: (problem) => table.orders.complain(problem) }),
  });
  const fetchPapers = async () => {
    papers = await seats.table.papers().catch(() => []);
    pages.papers = Boolean(papers.length);
    pages.show(table.scene, table.mine);
  };
  void fetchPapers();
  return pages;
}

/** A form that is handed in as a whole. @param {TablePage} page @param {Form} form */
function file(page, { noun, keeps }) {
  const { table } = page.seats;
  const fill = async (/** @type {string} */ text, /** @type {boolean} */ check) => (await table.fill(page.sight.seq, text, check)).actions.length;
  const kept = keeps ? new KeptForms(`${page.scene.game}.${noun}`) : null;
  return reportFile({ fetch: () => table.form(), fill, done: () => void page.news.refresh() }, noun, kept);
}
