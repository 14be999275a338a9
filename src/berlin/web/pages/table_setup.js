/** Setting a table up with everything chosen: who sits where, a record or a position to begin from, a seed. */

import * as api from "../net/api.js";
import { fullLink, holdTable, invitationLink, inviteNext, link } from "../net/keyring.js";
import { whereReached } from "../net/reach.js";
import { TEXTS } from "../text/texts.js";
import { copyField } from "../widgets/copy_field.js";
import { button, capital, element, part } from "../widgets/element.js";
import { chosenOptions, optionRows } from "./scenario_options.js";

/** @import {Created, GameInfo} from "../net/wire_types.js" */

const LARGEST = 250_000;
const PEOPLE = ["human", "invited"];
const words = TEXTS.home;

export class TableSetup {
  /** @param {GameInfo[]} games @param {() => Promise<void>} made  after a table was set up */
  constructor(games, made) {
    this.games = games;
    this.made = made;
    this.record = "";
    this.form = part("new", HTMLFormElement);
    this.game = part("game", HTMLSelectElement);
    this.scenario = part("scenario", HTMLSelectElement);
    this.options = part("options", HTMLFieldSetElement);
    this.seats = part("seats", HTMLFieldSetElement);
    this.hints = part("hints", HTMLInputElement);
    /** Whether hints were allowed or forbidden by hand. */
    this.hinted = false;
    this.hints.addEventListener("change", () => (this.hinted = true));
    this.form.addEventListener("submit", (event) => void this.create(event));
    this.game.addEventListener("change", () => this.showGame());
    this.scenario.addEventListener("change", () => this.showScenario());
    part("record", HTMLInputElement).addEventListener("change", () => void this.readRecord());
    this.game.replaceChildren(...games.map((game) => element("option", { value: game.code }, game.title)));
    this.showGame();
  }

  get chosen() {
    return this.games.find((game) => game.code === this.game.value) ?? this.games[0];
  }

  showGame() {
    const game = this.chosen;
    this.scenario.replaceChildren(...game.scenarios.map((one) => element("option", { value: one.key }, one.title)));
    this.showScenario();
    const rows = game.seats.map((seat) => {
      const name = capital(seat);
      return element(
        "div",
        { class: "seat-row" },
        element("b", {}, name),
        element("select", { "data-seat": seat, "aria-label": words.player(name), onchange: () => this.offerHints() }, ...sitters(game)),
        element("input", { "data-name": seat, maxlength: 40, placeholder: words.namePlaceholder, "aria-label": words.name(name), autocomplete: "off" }),
      );
    });
    this.seats.replaceChildren(element("legend", {}, words.seats), ...rows);
    this.offerHints();
  }

  /** Usual where one person plays, until he says otherwise. */
  offerHints() {
    const people = [...this.seats.querySelectorAll("select")].filter((one) => PEOPLE.includes(one.value)).length;
    if (!this.hinted) this.hints.checked = people < 2;
  }

  showScenario() {
    const scenario = this.chosen.scenarios.find((one) => one.key === this.scenario.value);
    part("about", HTMLElement).textContent = scenario?.about ?? "";
    const rows = optionRows(scenario);
    this.options.hidden = !rows.length;
    this.options.replaceChildren(element("legend", {}, words.options), ...rows);
  }

  /** @param {string} text */
  complain(text) {
    const box = part("problem", HTMLElement);
    box.textContent = text;
    box.hidden = !text;
  }

  wish() {
    /** @type {Record<string, string>} */
    const seats = {};
    /** @type {Record<string, string>} */
    const names = {};
    for (const select of this.seats.querySelectorAll("select")) seats[select.dataset.seat ?? ""] = select.value;
    for (const input of this.seats.querySelectorAll("input")) if (input.value.trim()) names[input.dataset.name ?? ""] = input.value.trim();
    /** @type {Record<string, unknown>} */
    const wish = { game: this.chosen.code, scenario: this.scenario.value, seats, hints: this.hints.checked, ...chosenOptions(this.options) };
    if (Object.keys(names).length) wish.names = names;
    const situation = part("situation", HTMLTextAreaElement).value.trim();
    const seed = part("seed", HTMLInputElement).value;
    if (situation) wish.situation = `${situation}\n`;
    if (this.record) wish.record = this.record;
    if (seed) wish.seed = Number(seed);
    const told = /^game (\S+)$/m.exec(this.record)?.[1] ?? /^game *= *"(\w+)"/m.exec(situation)?.[1];
    if (told) wish.game = told;
    return wish;
  }

  /** @param {SubmitEvent} event */
  async create(event) {
    event.preventDefault();
    this.complain("");
    try {
      const made = await api.create(this.wish());
      holdTable(made);
      const tokens = Object.values(made.seats);
      if (made.host && tokens.length) inviteNext(made.id);
      if (made.host ? tokens.length : tokens.length < 2) location.assign(link(made.id, tokens));
      else await this.showCreated(made);
      await this.made();
    } catch (problem) {
      if (!(problem instanceof api.Complaint)) throw problem;
      this.complain(problem.rule ? `${problem.message} [${problem.rule}]` : problem.message);
    }
  }

  /** Several seats of one's own, or none: then all are left to others. @param {Created} made */
  async showCreated(made) {
    const box = part("created", HTMLElement);
    const { base, about } = await whereReached();
    const invited = Object.entries(made.invitations).map(([seat, invitation]) => {
      const name = capital(seat);
      return element("li", { "data-link": seat }, element("b", {}, name), copyField(words.invited(name), invitationLink(made.id, invitation, base), { name: words.copy(name) }));
    });
    const rows = Object.entries(made.seats).map(([seat, token]) => {
      const name = capital(seat);
      return element(
        "li",
        {},
        element("a", { href: link(made.id, [token]), class: "button", "data-sit": seat }, words.open(name)),
        copyField(words.linkOf(name), fullLink(made.id, [token]), { name: words.copy(name) }),
      );
    });
    const all = element("a", { href: link(made.id, Object.values(made.seats)), class: "button main big", id: "play-all" }, rows.length ? words.playAll : words.look);
    const again = button(words.another, () => {
      box.hidden = true;
      this.form.hidden = false;
    }, { class: "link" });
    box.replaceChildren(element("h2", {}, words.created), all, element("p", {}, rows.length ? words.hand : words.forOthers), element("ul", { class: "links" }, ...rows, ...invited), ...(invited.length ? about.filter((one) => one instanceof Node) : []), again);
    box.hidden = false;
    this.form.hidden = true;
    all.focus();
  }

  async readRecord() {
    const file = part("record", HTMLInputElement).files?.[0];
    const told = part("record-read", HTMLElement);
    this.record = "";
    told.textContent = "";
    if (!file) return;
    if (file.size > LARGEST) told.textContent = words.tooLarge;
    else {
      const text = await file.text();
      // A game that was still on had not told its key.
      const sealed = /^berlin-record /.test(text) && !/^key /m.test(text);
      if (!sealed) this.record = text;
      told.textContent = sealed ? words.sealed : words.recordRead(file.name);
    }
  }
}

/** Who can take a seat: a person, the levels, and the other machines. @param {GameInfo} game */
function sitters(game) {
  const people = [element("option", { value: "human", selected: true }, words.here), element("option", { value: "invited" }, words.friend)];
  const groups = Object.entries({ [words.levels]: true, [words.others]: false }).map(([label, level]) => {
    const machines = game.machines.filter((machine) => machine.level === level);
    return element("optgroup", { label }, ...machines.map(({ name, says }) => element("option", { value: name }, words.level(name, says))));
  });
  return [...people, ...groups];
}
