/** The games that can be played here: a picture of each board, what it is about, and a seat at it with one click. */

import { atNight, isNight, onDuskAndDawn } from "../board/night.js";
import * as api from "../net/api.js";
import { holdTable, inviteNext, link } from "../net/keyring.js";
import { prefer, preferences } from "../net/preferences.js";
import { TEXTS } from "../text/texts.js";
import { button, capital, element } from "../widgets/element.js";
import { chosenOptions, optionRows } from "./scenario_options.js";

/** @import {GameInfo} from "../net/wire_types.js" */

const words = TEXTS.home;

/** @param {HTMLElement} box @param {GameInfo[]} games @param {(problem: unknown) => void} complain */
export function showGameList(box, games, complain) {
  box.replaceChildren(...games.map((game) => card(game, complain)));
}

/** @param {GameInfo} game @param {(problem: unknown) => void} complain */
function card(game, complain) {
  const levels = game.machines.filter((machine) => machine.level);
  const machines = levels.length ? levels : game.machines;
  const usual = machines.some((one) => one.name === preferences.machine) ? preferences.machine : game.usual;
  const scenario = pick(words.scenario, game.scenarios.map(({ key, title }) => [key, title]), game.scenarios[0]?.key);
  const machine = pick(words.machine, machines.map(({ name, says }) => [name, words.level(name, says)]), usual);
  const options = element("details", { class: "options" });
  machine.addEventListener("change", () => prefer({ machine: machine.value }));
  const sit = /** @param {string[]} mine @param {string} others */ async (mine, others) => {
    try {
      const seats = Object.fromEntries(game.seats.map((seat) => [seat, mine.includes(seat) ? "human" : others]));
      // Who plays every side himself has nobody to be fair to.
      const alone = mine.length === game.seats.length ? { hints: true } : {};
      const made = await api.create({ game: game.code, scenario: scenario.value, seats, ...alone, ...chosenOptions(options) });
      holdTable(made);
      if (made.host) inviteNext(made.id);
      location.assign(link(made.id, mine.map((seat) => made.seats[seat])));
    } catch (problem) {
      complain(problem);
    }
  };
  const rows = game.seats.map((seat) =>
    element(
      "li",
      {},
      element("span", {}, words.playAs, " ", element("b", {}, capital(seat))),
      element(
        "div",
        { class: "buttons" },
        machines.length ? button(words.againstMachine, () => void sit([seat], machine.value), { class: "main", "data-quick": `${seat} machine`, "aria-label": words.quick(capital(seat), words.againstMachine) }) : null,
        button(words.againstFriend, () => void sit([seat], "invited"), { "data-quick": `${seat} friend`, "aria-label": words.quick(capital(seat), words.againstFriend) }),
      ),
    ),
  );
  const picture = element("img", { class: "thumbnail", alt: words.picture(game.title), width: 3, height: 2 });
  void hang(picture, game.code);
  const about = element("p");
  const show = () => {
    const chosen = game.scenarios.find((one) => one.key === scenario.value);
    about.replaceChildren(chosen?.about ?? "");
    const rows = optionRows(chosen);
    options.hidden = !rows.length;
    options.replaceChildren(...(rows.length ? [element("summary", {}, words.options), ...rows] : []));
  };
  scenario.addEventListener("change", show);
  show();
  return element(
    "article",
    { class: "paper game", "data-game": game.code },
    picture,
    element("h2", {}, game.title),
    about,
    game.scenarios.length > 1 ? element("label", { class: "field" }, words.scenario, scenario) : null,
    options,
    element("ul", { class: "quick" }, ...rows, element("li", {}, element("span", {}, words.everySide), element("div", { class: "buttons" }, button(words.hotSeat, () => void sit(game.seats, "human"), { "data-quick": "all" })))),
    machines.length > 1 ? element("label", { class: "field" }, words.machine, machine) : null,
    game.variant ? element("small", {}, words.variant) : null,
    element("small", {}, words.keptHere),
  );
}

/** @param {string} label @param {[string, string][]} options @param {string | undefined} chosen */
function pick(label, options, chosen) {
  return element("select", { "aria-label": label }, ...options.map(([value, text]) => element("option", { value, selected: value === chosen }, text)));
}

/** @param {HTMLImageElement} image @param {string} code */
async function hang(image, code) {
  const board = await api.board(code).catch(() => null);
  if (!board) return image.remove();
  image.width = board.width;
  image.height = board.height;
  const paint = () => (image.src = `data:image/svg+xml,${encodeURIComponent(isNight() ? atNight(board.picture) : board.picture)}`);
  onDuskAndDawn(paint);
  return void paint();
}
