/** The first page: set up a table, resume one, load a record or a position. */

import * as api from "./api.js";
import { button, capital, element, part } from "./element.js";
import { dress, held, hold, openSettings } from "./settings.js";
import { TEXTS } from "./texts.js";

/** @import {Created, GameInfo, TableInfo} from "./nouns.js" */

const LARGEST = 250_000;
const words = TEXTS.home;

const form = part("new", HTMLFormElement);
const gameBox = part("game", HTMLSelectElement);
const scenarioBox = part("scenario", HTMLSelectElement);
const seatsBox = part("seats", HTMLFieldSetElement);
const problemBox = part("problem", HTMLElement);

/** @type {GameInfo[]} */
let games = [];
let record = "";

/** @param {string} id @param {string[]} tokens */
const link = (id, tokens) => `/t/${encodeURIComponent(id)}${tokens.length ? `#${tokens.join(",")}` : ""}`;

function chosen() {
  return games.find((game) => game.code === gameBox.value) ?? games[0];
}

function showGame() {
  const game = chosen();
  scenarioBox.replaceChildren(...game.scenarios.map((one) => element("option", { value: one.key }, one.title)));
  showScenario();
  const rows = game.seats.map((seat) => {
    const name = capital(seat);
    const kinds = game.players.map((kind) => element("option", { value: kind, selected: kind === "human" }, words.kind(kind)));
    return element(
      "div",
      { class: "seat-row" },
      element("b", {}, name),
      element("select", { "data-seat": seat, "aria-label": words.player(name) }, ...kinds),
      element("input", { "data-name": seat, maxlength: 40, placeholder: words.namePlaceholder, "aria-label": words.name(name), autocomplete: "off" }),
    );
  });
  seatsBox.replaceChildren(element("legend", {}, words.seats), ...rows);
}

function showScenario() {
  const scenario = chosen().scenarios.find((one) => one.key === scenarioBox.value);
  part("about", HTMLElement).textContent = scenario?.about ?? "";
}

/** @param {string} text */
function complain(text) {
  problemBox.textContent = text;
  problemBox.hidden = !text;
}

function wish() {
  const game = chosen();
  /** @type {Record<string, string>} */
  const seats = {};
  /** @type {Record<string, string>} */
  const names = {};
  for (const select of seatsBox.querySelectorAll("select")) seats[select.dataset.seat ?? ""] = select.value;
  for (const input of seatsBox.querySelectorAll("input")) if (input.value.trim()) names[input.dataset.name ?? ""] = input.value.trim();
  /** @type {Record<string, unknown>} */
  const wish = { game: game.code, scenario: scenarioBox.value, seats };
  if (Object.keys(names).length) wish.names = names;
  const situation = part("situation", HTMLTextAreaElement).value.trim();
  const seed = part("seed", HTMLInputElement).value;
  if (situation) wish.situation = `${situation}\n`;
  if (record) wish.record = record;
  if (seed) wish.seed = Number(seed);
  const told = /^game (\S+)$/m.exec(record)?.[1] ?? /^game *= *"(\w+)"/m.exec(situation)?.[1];
  if (told) wish.game = told;
  return wish;
}

/** @param {SubmitEvent} event */
async function create(event) {
  event.preventDefault();
  complain("");
  try {
    const made = await api.create(wish());
    hold(made.id, Object.values(made.seats));
    const tokens = Object.values(made.seats);
    if (tokens.length < 2) location.assign(link(made.id, tokens));
    else showCreated(made);
    await showTables();
  } catch (problem) {
    if (!(problem instanceof api.Complaint)) throw problem;
    complain(problem.rule ? `${problem.message} [${problem.rule}]` : problem.message);
  }
}

/** @param {Created} made */
function showCreated(made) {
  const box = part("created", HTMLElement);
  const rows = Object.entries(made.seats).map(([seat, token]) => {
    const name = capital(seat);
    const copy = button(words.copy(name), async () => {
      await navigator.clipboard.writeText(new URL(link(made.id, [token]), location.href).href);
      copy.textContent = words.copied;
    });
    return element("li", {}, element("a", { href: link(made.id, [token]), class: "button", "data-sit": seat }, words.open(name)), " ", copy);
  });
  const all = element("a", { href: link(made.id, Object.values(made.seats)), class: "button main big", id: "play-all" }, words.all);
  const again = button(words.another, () => {
    box.hidden = true;
    form.hidden = false;
  }, { class: "link" });
  box.replaceChildren(element("h2", {}, words.created), all, element("p", {}, words.hand), element("ul", { class: "links" }, ...rows), again);
  box.hidden = false;
  form.hidden = true;
  all.focus();
}

/** @param {TableInfo} table */
function row(table) {
  const tokens = held(table.id);
  const go = table.result ? words.replay : tokens.length ? words.resume : words.watch;
  const names = Object.entries(table.names).flatMap(([seat, name]) => (name && name !== seat ? name : []));
  return element(
    "li",
    {},
    element("a", { href: link(table.id, tokens), class: "button", "data-table": table.id }, go),
    element(
      "div",
      {},
      element("b", {}, names.length ? `${table.title}: ${names.join(", ")}` : table.title),
      element("p", { class: "quiet" }, `${table.result || table.caption} · ${words.moves(table.seq)}`),
    ),
  );
}

async function showTables() {
  const tables = await api.tables();
  const list = part("tables", HTMLElement);
  list.replaceChildren(...tables.map(row));
  if (!tables.length) list.append(element("li", { class: "quiet" }, words.none));
}

async function readRecord() {
  const file = part("record", HTMLInputElement).files?.[0];
  const told = part("record-read", HTMLElement);
  record = "";
  told.textContent = "";
  if (!file) return;
  if (file.size > LARGEST) told.textContent = words.tooLarge;
  else {
    record = await file.text();
    told.textContent = words.recordRead(file.name);
  }
}

async function open() {
  dress();
  part("settings", HTMLButtonElement).addEventListener("click", () => openSettings(() => {}));
  form.addEventListener("submit", (event) => void create(event));
  gameBox.addEventListener("change", showGame);
  scenarioBox.addEventListener("change", showScenario);
  part("record", HTMLInputElement).addEventListener("change", () => void readRecord());
  try {
    games = await api.games();
    gameBox.replaceChildren(...games.map((game) => element("option", { value: game.code }, game.title)));
    showGame();
    await showTables();
  } catch (problem) {
    complain(problem instanceof Error ? problem.message : TEXTS.errors.bug);
  }
}

void open();
