/** The table: one game as this browser's seats see it, kept up to date. */

import { announce } from "./announce.js";
import * as api from "./api.js";
import { Board } from "./board.js";
import { Choices } from "./choices.js";
import { button, capital, element, part } from "./element.js";
import { Live } from "./live.js";
import { Log, spoken } from "./log.js";
import { Marks } from "./marks.js";
import { oddsPanel } from "./odds.js";
import { Places } from "./places.js";
import { Play } from "./play.js";
import { showProof } from "./proof.js";
import { Replay } from "./replay.js";
import { citation, rulesOf } from "./rules.js";
import { Seats } from "./seats.js";
import { dress, likes, openSettings } from "./settings.js";
import { makeTabs } from "./tabs.js";
import { TEXTS } from "./texts.js";
import { toast } from "./toast.js";
import { showTracks } from "./tracks.js";

/** @import {Choice, Entry, GameInfo, Piece, Sight} from "./nouns.js" */

/** Entries asked for again with every change, so that what was taken back goes. */
const OVERLAP = 20;
const AUTO = 700;

class TablePage {
  /** @param {string} id @param {Seats} seats @param {Sight} sight @param {GameInfo} info @param {Board} board */
  constructor(id, seats, sight, info, board) {
    this.seats = seats;
    this.sight = sight;
    this.info = info;
    this.board = board;
    this.names = info.seats.map(capital);
    /** The logs as each seat reads them. @type {Map<number | null, Entry[]>} */
    this.logs = new Map([[sight.seat, sight.log]]);
    /** A moment that is looked back at. @type {Sight | null} */
    this.past = null;
    this.busy = false;
    this.again = false;
    this.sent = false;
    /** @type {string[]} */
    this.sides = [];

    this.play = new Play(board, {
      why: (about) => this.seats.table.why(this.sight.seq, about),
      act: (text) => this.act(text),
      status: (...parts) => this.say(...parts),
      changed: () => this.drawPieces(),
    });
    this.marks = new Marks(board, id);
    const seat = /** @param {number | null} one */ (one) => this.seatName(one);
    this.log = new Log(part("panel-log", HTMLElement), { jump: (seq) => void this.replay.go(seq), seat });
    this.choices = new Choices(part("panel-choices", HTMLElement), {
      take: (choice) => void this.play.propose(choice),
      look: (choice) => this.lookAt(choice),
      place: (key) => board.name(key),
    });
    this.places = new Places(part("panel-places", HTMLElement), board.data, { game: info.code, show: (key) => this.showPlace(key) });
    this.replay = new Replay(part("replay", HTMLElement), {
      fetch: (n, eyes) => this.seats.table.moment(n, eyes),
      show: (past) => this.lookBack(past),
    });
    const panel = /** @param {keyof typeof TEXTS.tabs} name */ (name) => ({ label: TEXTS.tabs[name], panel: part(`panel-${name}`, HTMLElement) });
    makeTabs(part("tabs", HTMLElement), {
      choices: panel("choices"),
      log: { ...panel("log"), opened: () => this.log.toEnd() },
      tracks: panel("tracks"),
      places: { ...panel("places"), opened: () => this.places.render() },
      dice: panel("dice"),
    });
    this.buttons();
    this.render();
    this.goToDecision();
    // One line for each seat that is held here: that is also how the others know that it is taken.
    for (const token of seats.tokens.length ? seats.tokens : [""]) new Live(id, token, () => this.refresh());
  }

  buttons() {
    const words = TEXTS.table;
    const camera = this.board.camera;
    const act = /** @param {string} id @param {() => void} act */ (id, act) => part(id, HTMLButtonElement).addEventListener("click", act);
    act("undo", () => void this.undo());
    act("settings", () => openSettings(() => this.render()));
    act("zoom-in", () => camera.zoomMiddle(1.4));
    act("zoom-out", () => camera.zoomMiddle(1 / 1.4));
    act("fit", () => camera.fit());
    act("goto", () => this.goToDecision());
    act("record", () => void this.download("record"));
    act("situation", () => void this.download("situation"));
    act("unmark", () => this.marks.clear());
    act("mark", () => {
      this.marks.mode = !this.marks.mode;
      part("mark", HTMLButtonElement).setAttribute("aria-pressed", String(this.marks.mode));
      this.say(this.marks.mode ? `${TEXTS.marks.help} ${TEXTS.marks.kept}` : words.hint);
    });
    this.board.frame.addEventListener("keydown", (event) => {
      if (event.key === ".") this.goToDecision();
      if (event.key === "Escape" && this.play.unit) this.play.choose("");
    });
  }

  get scene() {
    return (this.past ?? this.sight).scene;
  }

  get mine() {
    return !this.past && this.sight.seat !== null && this.sight.turn_of.includes(this.sight.seat) && !this.sent;
  }

  /** @param {number | null} seat */
  seatName(seat) {
    return seat === null ? "" : (this.names[seat] ?? "");
  }

  /** @param {Piece} piece */
  side(piece) {
    if (!this.sides.includes(piece.side)) this.sides.push(piece.side);
    return this.sides.indexOf(piece.side);
  }

  /** @param {Piece} piece */
  camp(piece) {
    return Math.max(0, this.info.seats.indexOf(piece.camp));
  }

  /** @param {...(string | Node)} parts */
  say(...parts) {
    part("status", HTMLElement).replaceChildren(...parts);
  }

  async refresh() {
    this.again = this.busy;
    if (this.busy) return;
    this.busy = true;
    try {
      do {
        this.again = false;
        await this.fetchNews();
      } while (this.again);
      part("lost", HTMLElement).hidden = true;
    } catch (problem) {
      part("lost", HTMLElement).hidden = false;
    } finally {
      this.busy = false;
    }
  }

  async fetchNews() {
    const known = this.logs.get(this.seats.now) ?? [];
    const since = Math.max(0, (known.at(-1)?.seq ?? 0) - OVERLAP);
    const sight = await this.seats.table.sight(since);
    if (this.seats.turn(sight)) {
      this.again = true;
      return;
    }
    const changed = sight.seq !== this.sight.seq || sight.seat !== this.sight.seat || sight.scene.result !== this.sight.scene.result;
    const log = [...known.filter((entry) => entry.seq < (sight.log[0]?.seq ?? Infinity) && entry.seq <= sight.seq), ...sight.log];
    const fresh = known.length ? sight.log.filter((entry) => entry.seq > (known.at(-1)?.seq ?? 0)) : [];
    this.logs.set(sight.seat, log);
    const before = this.sight;
    this.sight = sight;
    if (!changed && JSON.stringify(before.scene) === JSON.stringify(sight.scene)) return this.renderHead();
    this.sent = false;
    this.render();
    this.tellNews(before, fresh);
    return undefined;
  }

  /** @param {Sight} before @param {Entry[]} fresh */
  tellNews(before, fresh) {
    const prompt = this.sight.scene.prompt;
    const asked = this.mine && prompt ? `${TEXTS.table.yourMove(this.names[prompt.seat])}: ${prompt.text}` : "";
    announce([spoken(fresh, (seat) => this.seatName(seat)), this.sight.scene.result, asked].filter(Boolean).join(" "));
    if (this.past) return;
    const places = this.asked;
    if (places.length && !places.some((key) => this.board.sees(key))) this.goToDecision();
    toast(part("board-box", HTMLElement), fresh);
    const were = new Map(before.scene.pieces.map((piece) => [piece.id, piece.place]));
    for (const piece of this.sight.scene.pieces) if (were.get(piece.id) !== piece.place) this.board.flash(piece.place);
  }

  /** @param {Sight | null} past */
  lookBack(past) {
    this.past = past;
    this.render();
    this.log.mark(past ? past.seq : null);
    this.say(past ? TEXTS.replay.looking(past.seq) : TEXTS.table.hint);
  }

  render() {
    const { scene, mine } = this;
    const over = Boolean(this.sight.scene.result);
    this.board.pin(scene.markers, this.info.seats);
    this.play.show(scene, mine);
    this.choices.show(scene, mine);
    this.places.show(scene);
    this.log.show(this.logs.get(this.sight.seat) ?? []);
    this.replay.extend(this.sight.seq, over ? this.info.seats : []);
    showProof(part("panel-dice", HTMLElement), this.sight, () => this.seats.table.text("record", this.seats.tokens));
    this.renderHead();
    this.renderPrompt();
    this.autoAnswer();
  }

  drawPieces() {
    const { scene, play } = this;
    const looks = {
      side: (/** @type {Piece} */ piece) => this.side(piece),
      camp: (/** @type {Piece} */ piece) => this.camp(piece),
      able: play.able,
      chosen: play.unit,
    };
    this.board.stacks.show(scene.pieces, { ...looks, lit: new Set() });
    showTracks(part("panel-tracks", HTMLElement), scene, {
      ...looks,
      seat: (seat) => this.names[seat] ?? "",
      spots: new Set(this.board.spots.keys()),
      choose: (unit, event) => {
        play.at = { x: event.clientX, y: event.clientY };
        play.take({ unit, place: "" }, undefined);
      },
    });
  }

  renderHead() {
    const words = TEXTS.table;
    const { sight } = this;
    part("caption", HTMLElement).textContent = this.scene.caption;
    this.seats.show(part("seat", HTMLElement), this.names, () => void this.refresh());
    const undo = part("undo", HTMLButtonElement);
    undo.disabled = Boolean(sight.undo) || sight.seat === null || Boolean(this.past);
    undo.title = sight.undo ? words.noUndo(sight.undo) : words.undo;
    const sitters = sight.seats.map((sitter, seat) => {
      const kind = sitter.player === "human" ? (sitter.here ? words.here : words.away) : words.machine(sitter.player);
      const own = sitter.name && capital(sitter.name) !== this.names[seat] ? ` (${sitter.name})` : "";
      const name = this.names[seat] + own;
      const turn = sight.turn_of.includes(seat);
      return element("li", { class: turn ? "turn" : "", "aria-current": turn ? "true" : null }, element("b", {}, turn ? `▸ ${name}` : name), ` ${kind}`);
    });
    part("sitters", HTMLElement).replaceChildren(...sitters);
  }

  renderPrompt() {
    const words = TEXTS.table;
    const box = part("prompt", HTMLElement);
    const { prompt, result, choices } = this.scene;
    box.className = this.mine ? "mine" : "";
    if (result) box.replaceChildren(element("h2", {}, words.over), element("p", { class: "result" }, result));
    else if (prompt) {
      const who = this.names[prompt.seat] ?? "";
      box.replaceChildren(
        element("h2", {}, this.mine ? words.yourMove(who) : words.waiting(who)),
        element("p", {}, prompt.text, " ", citation(prompt.rule)),
      );
    } else box.replaceChildren(element("p", {}, words.none));
    if (!this.mine) return;
    const bare = choices.filter((choice) => !choice.unit && !choice.place);
    const row = element("div", { class: "buttons" });
    for (const choice of bare.slice(0, 8)) {
      row.append(button(choice.text, () => void this.play.propose(choice, box.dataset.odds === choice.text), { class: "bare", title: choice.label, "data-bare": choice.text }));
    }
    if (bare.length) box.append(row);
    void this.standingOdds(box, bare);
  }

  /** The odds of a roll that can be made at once stand in the open, before it. @param {HTMLElement} box @param {Choice[]} bare */
  async standingOdds(box, bare) {
    delete box.dataset.odds;
    const { seq } = this.sight;
    for (const choice of bare.slice(0, 4)) {
      const [verdict] = await this.play.ask({ action: choice.text });
      if (seq !== this.sight.seq || !this.mine) return;
      if (!verdict?.explanation?.outcomes.length) continue;
      box.dataset.odds = choice.text;
      box.append(oddsPanel(verdict.explanation));
      return;
    }
  }

  autoAnswer() {
    const { seq, scene } = this.sight;
    if (!likes.auto || !this.mine || scene.choices.length !== 1) return;
    const [only] = scene.choices;
    setTimeout(() => {
      if (seq !== this.sight.seq || !this.mine) return;
      announce(TEXTS.play.auto(only.text));
      void this.act(only.text);
    }, AUTO);
  }

  /** @param {Choice} choice */
  lookAt(choice) {
    if (!choice) return;
    const piece = this.scene.pieces.find((one) => one.id === choice.unit);
    for (const key of [piece?.place ?? "", choice.place]) {
      const spot = this.board.spots.get(key);
      if (spot) this.board.camera.reveal(...spot.anchor);
    }
    for (const [key, area] of this.board.areas) area.classList.toggle("seen", key === choice.place || key === piece?.place);
    void this.play.look(choice);
  }

  /** @param {string} key */
  showPlace(key) {
    this.board.goTo([key]);
    this.board.flash(key);
  }

  /** The places that the open question is about. */
  get asked() {
    const { choices, pieces } = this.scene;
    const place = new Map(pieces.map((piece) => [piece.id, piece.place]));
    const keys = this.mine ? choices.flatMap((choice) => [choice.place, place.get(choice.unit) ?? ""]) : [];
    return [...new Set(keys)].filter((key) => this.board.spots.has(key));
  }

  goToDecision() {
    this.board.goTo(this.asked);
  }

  /** @param {string} text */
  async act(text) {
    if (this.sent) return;
    this.sent = true;
    try {
      await this.seats.table.act(this.sight.seq, text);
      this.say(TEXTS.play.done(text));
    } catch (problem) {
      this.sent = false;
      if (!(problem instanceof api.Complaint)) throw problem;
      const said = problem.status === 409 ? TEXTS.play.stale : TEXTS.play.refused(problem.message);
      this.say(said, " ", problem.rule ? citation(problem.rule) : "");
      announce(said);
    }
    await this.refresh();
    this.sent = false;
  }

  async undo() {
    try {
      await this.seats.table.undo(this.sight.seq);
      this.say(TEXTS.table.undoDone);
      announce(TEXTS.table.undoDone);
    } catch (problem) {
      if (problem instanceof api.Complaint) this.say(problem.message, " ", problem.rule ? citation(problem.rule) : "");
    }
    await this.refresh();
  }

  /** @param {"record" | "situation"} what */
  async download(what) {
    try {
      const text = await this.seats.table.text(what, this.seats.tokens);
      const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
      const name = `${this.info.code}-${this.sight.id}.${what === "record" ? "record" : "toml"}`;
      element("a", { href: url, download: name }).click();
      setTimeout(() => URL.revokeObjectURL(url), 1000);
    } catch (problem) {
      if (problem instanceof api.Complaint) this.say(problem.message);
    }
  }
}

async function open() {
  dress();
  const id = decodeURIComponent(location.pathname.split("/").at(-1) ?? "");
  const say = /** @param {string} text */ (text) => part("status", HTMLElement).replaceChildren(text);
  try {
    const seats = new Seats(id);
    await seats.claim();
    let sight = await seats.table.sight();
    if (seats.turn(sight)) sight = await seats.table.sight();
    const [infos, data] = await Promise.all([api.games(), api.board(sight.game)]);
    const info = infos.find((one) => one.code === sight.game);
    if (!info) throw new api.Complaint(TEXTS.table.gone, 404);
    rulesOf(info.code);
    document.title = `${info.title} · ${TEXTS.title}`;
    part("title", HTMLElement).textContent = info.title;
    say(TEXTS.table.hint);
    new TablePage(id, seats, sight, info, new Board(part("board", HTMLElement), data));
  } catch (problem) {
    say(problem instanceof api.Complaint ? problem.message : TEXTS.errors.bug);
    if (!(problem instanceof api.Complaint)) throw problem;
  }
}

void open();
