/** The table: one game as this browser's seats see it. Here its parts are put together. */

import "../text/fill_page.js";

import { Board } from "../board/board.js";
import { Looks } from "../board/counter_looks.js";
import { BoardFocus } from "../board/focus.js";
import { Layers } from "../board/layers.js";
import { Marks } from "../board/marks.js";
import { Play } from "../board/play.js";
import * as api from "../net/api.js";
import { inviteNow, keysOf } from "../net/keyring.js";
import { Live } from "../net/live.js";
import { News } from "../net/news.js";
import { Orders } from "../net/orders.js";
import { applyTheme, preferences } from "../net/preferences.js";
import { Seats } from "../net/seats.js";
import { layOverlays } from "../overlays/table_overlays.js";
import { Choices } from "../panels/choices.js";
import { ChosenUnit } from "../panels/chosen_unit.js";
import { Hand } from "../panels/hand.js";
import { HintPanel } from "../panels/hint.js";
import { Places } from "../panels/places.js";
import { Question } from "../panels/question.js";
import { Resign } from "../panels/resign.js";
import { showSitters } from "../panels/sitters.js";
import { staffProxyRow } from "../panels/staff_proxy.js";
import { showTracks } from "../panels/tracks.js";
import { showReady } from "../panels/trays.js";
import { showDiceProof } from "../story/dice_proof.js";
import { eventLine, Log, summary } from "../story/log.js";
import { reasonsDetails } from "../story/reasons.js";
import { Replay } from "../story/replay.js";
import { Since } from "../story/since.js";
import { toast } from "../story/toast.js";
import { announce } from "../text/announce.js";
import { useRulesOf } from "../text/citations.js";
import { saidOf } from "../text/said.js";
import { TEXTS } from "../text/texts.js";
import { capital, element, part } from "../widgets/element.js";
import { makeTabs } from "../widgets/tabs.js";
import { offerSeat } from "./accept_invitation.js";
import { wire } from "./controls.js";
import { showFiles } from "./game_files.js";
import { canInvite, openInvitations } from "./invitations.js";
import { layStory } from "./told.js";
import { UnsentDraft } from "./unsent_draft.js";

/** @import {Draft} from "./unsent_draft.js" */
/** @import {Choice, Entry, GameInfo, Sight} from "../net/wire_types.js" */

/** How long an only answer can be read before it is taken. */
const AUTO = 700;

export class TablePage {
  /** @param {string} id @param {Seats} seats @param {Sight} sight @param {GameInfo} info @param {Board} board */
  constructor(id, seats, sight, info, board) {
    this.id = id;
    this.seats = seats;
    this.info = info;
    this.board = board;
    this.names = info.seats.map(capital);
    this.looks = new Looks(info.seats);
    this.draft = new UnsentDraft(id);
    /** A moment that is looked back at. @type {Sight | null} */
    this.past = null;
    /** The answer that a hint is about. @type {Choice | null} */
    this.advised = null;
    const seat = /** @param {number | null} one */ (one) => (one === null ? "" : (this.names[one] ?? ""));
    const place = /** @param {string} key */ (key) => board.name(key);
    const ask = /** @param {string} action */ (action) => this.play.verdicts.of(action);
    const take = /** @param {Choice} choice @param {boolean} [seen] */ (choice, seen) => void this.play.propose(choice, seen);

    this.news = new News(seats, sight, {
      changed: (before, fresh) => this.changed(before, fresh),
      same: () => this.renderHead(),
      lost: (text) => {
        part("lost", HTMLElement).hidden = !text;
        part("lost", HTMLElement).textContent = text;
      },
    });
    this.orders = new Orders(seats, this.news, (...parts) => this.say(...parts));
    this.play = new Play(board, {
      why: (about) => seats.table.why(this.sight.seq, about),
      act: (text) => this.orders.act(text),
      status: (...parts) => this.say(...parts),
      changed: () => this.drawPieces(),
      layers: (place) => this.layers.at(place),
    });
    this.layers = new Layers(board, part("layers", HTMLButtonElement), info.seats);
    this.hand = new Hand(part("hand", HTMLElement), { seat, take, look: (choice) => void this.play.look(choice) });
    this.boardFocus = new BoardFocus(board);
    this.marks = new Marks(board, id);
    this.log = new Log(part("panel-log", HTMLElement), { jump: (seq) => void this.replay.go(seq), seat });
    this.choices = new Choices(part("panel-choices", HTMLElement), {
      take,
      look: (choice) => this.lookAt(choice),
      place,
      chip: (piece) => this.looks.silentChip(piece),
      explain: async (choice) => (await ask(choice.text))?.explanation ?? null,
      typed: (filter) => this.draft.write({ seq: this.sight.seq, filter }),
    });
    this.chosenUnit = new ChosenUnit(part("tray", HTMLElement), { looks: this.looks, place, take, ask, left: () => this.question.focus(), let: () => this.play.choose("") });
    this.places = new Places(part("panel-places", HTMLElement), board.data, { game: info.code, show: (key) => this.boardFocus.toPlace(key) });
    this.replay = new Replay(part("replay", HTMLElement), {
      fetch: (n, eyes) => seats.table.moment(n, eyes || (seats.now === null ? "" : this.info.seats[seats.now])),
      show: (past) => this.lookBack(past),
    });
    this.story = layStory(this, seat);
    this.since = new Since(part("since", HTMLElement), {
      own: (one) => one !== null && seats.mine.has(one),
      seat,
      replay: (seq) => (preferences.pace === "off" ? this.replay.from(seq) : void this.story.from(seq, this.sight.seq)),
      told: (seq) => this.log.split(seq),
    });
    const panel = /** @param {keyof typeof TEXTS.tabs} name */ (name) => ({ label: TEXTS.tabs[name], panel: part(`panel-${name}`, HTMLElement) });
    this.openTab = makeTabs(
      part("tabs", HTMLElement),
      {
        choices: panel("choices"),
        log: { ...panel("log"), opened: () => this.log.toEnd() },
        tracks: panel("tracks"),
        places: { ...panel("places"), opened: () => this.places.render() },
        dice: panel("dice"),
      },
      (tab) => this.draft.write({ tab }),
    );
    this.overlays = layOverlays(this, { take, place });
    this.question = new Question(part("prompt", HTMLElement), {
      seat,
      machine: (one) => this.sight.seats[one]?.player !== "human",
      take,
      ask,
      live: () => (this.story.on ? this.story.skip() : this.replay.leave()),
      why: (past) => this.whyThen(past),
      always: () => this.autoAnswer(),
      elsewhere: (text) => this.overlays.holds(text),
      staffProxy: ({ caption, choices }) => (this.sight.hints && choices.length > 1 ? staffProxyRow(caption, (step) => void this.orders.letStaffAnswer(step)) : null),
      after: [
        { label: TEXTS.table.lookBack, act: () => this.replay.from(-1) },
        { label: TEXTS.dice.verify, act: () => this.verify() },
      ],
    });
    this.hintPanel = new HintPanel(part("advice", HTMLElement), part("hint", HTMLButtonElement), {
      fetch: () => seats.table.hint(this.sight.seq),
      refresh: () => this.news.refresh(),
      say: (text) => this.say(text),
      complain: (problem) => this.orders.complain(problem),
      point: (choice) => this.pointOut(choice),
      take,
    });
    this.resign = new Resign(part("resign", HTMLButtonElement), { act: (text) => void this.orders.act(text), left: () => this.question.focus() });
    /** Whether the machines' reasons were asked for. */
    this.explained = false;
    const begun = this.draft.read();
    wire(this);
    this.say(this.hint);
    this.render();
    this.resume(begun);
    this.boardFocus.toDecision();
    this.since.welcome(this.sight, this.news.log);
    if (inviteNow(id)) this.invite();
    // With all keys that are held here: that is also how the others know that these seats are taken.
    new Live(id, seats.tokens.join(","), (bell) => void (bell ? this.news.hear(bell) : this.news.refresh()));
  }

  get sight() {
    return this.news.sight;
  }

  get scene() {
    return (this.past ?? this.sight).scene;
  }

  get mine() {
    return !this.past && this.sight.seat !== null && this.sight.turn_of.includes(this.sight.seat) && !this.orders.sent;
  }

  /** The answers by their texts, if it is this seat's decision. */
  get answers() {
    return new Map((this.mine ? this.scene.choices : []).map((choice) => [choice.text, choice]));
  }

  /** What can be done here, for whom nothing else was said. */
  get hint() {
    return this.mine ? TEXTS.table.hint : TEXTS.table.hintWatch;
  }

  /** @param {...(string | Node)} parts */
  say(...parts) {
    part("status", HTMLElement).replaceChildren(...parts);
  }

  /** Takes up what was begun before a reload. @param {Partial<Draft>} begun */
  resume({ seq, unit = "", filter = "", tab = "" }) {
    if (tab in TEXTS.tabs) this.openTab(tab);
    else if (this.sight.scene.result) this.openTab("log");
    if (seq !== this.sight.seq) return;
    if (filter) this.choices.type(filter);
    if (this.play.able.has(unit)) this.play.choose(unit);
  }

  /** @param {Sight} before @param {Entry[]} fresh */
  changed(before, fresh) {
    this.orders.sent = false;
    if (fresh.some((entry) => entry.seat !== null && this.seats.mine.has(entry.seat))) this.closeCards();
    if (this.story.take(before, this.sight, fresh)) return;
    this.render();
    this.since.mark(this.sight);
    this.announceNow(summary(fresh, (seat) => (seat === null ? "" : this.names[seat])));
    if (this.past) return;
    this.boardFocus.toUnseen();
    toast(part("board-box", HTMLElement), fresh);
    this.boardFocus.moved(before.scene, this.scene);
  }

  /** What is told of the past is old once one acts oneself. */
  closeCards() {
    this.since.close();
    this.story.close();
  }

  /** Says what happened, and what is asked now. @param {string} told */
  announceNow(told) {
    const { prompt, result } = this.sight.scene;
    const asked = this.mine && prompt ? `${TEXTS.table.yourMove(this.names[prompt.seat])}: ${prompt.text}` : "";
    announce([told, result, asked].filter(Boolean).join(" "));
  }

  /** @param {Sight | null} past */
  lookBack(past) {
    if (past) this.story.skip();
    const before = this.past ?? this.sight;
    this.past = past;
    this.render();
    this.log.mark(past ? past.seq : null);
    if (!past) return this.say(this.hint);
    this.boardFocus.moved(before.scene, past.scene);
    const entry = this.news.log.find((one) => one.seq === past.seq);
    const lines = entry?.events.filter((event) => event.kind !== "tally").slice(-4) ?? [];
    this.say(TEXTS.replay.looking(past.seq), entry ? element("b", {}, ` ${this.log.title(entry)}`) : "", element("ul", {}, ...lines.map(eventLine)));
  }

  render() {
    const { scene, mine, sight } = this;
    const over = Boolean(sight.scene.result);
    this.advised = null;
    this.looks.meet(scene.pieces);
    this.boardFocus.show(scene, mine);
    this.play.show(scene, mine);
    this.board.pin(scene.markers, this.info.seats);
    this.layers.show(scene.layers);
    this.overlays.show(scene, mine);
    this.choices.show(scene, mine);
    this.places.show(scene);
    this.log.show(this.news.log);
    this.replay.extend(sight.seq, over ? this.info.seats : []);
    showDiceProof(part("panel-dice", HTMLElement), sight, this.news.log, () => this.seats.table.text("record", this.seats.tokens));
    showFiles({ over, all: this.seats.mine.size === sight.seats.length });
    this.renderHead();
    this.question.show(scene, { mine, past: this.past?.seq ?? null, telling: this.story.on });
    this.hintPanel.show(sight, mine);
    this.resign.show(mine ? sight.resign : null, this.names[sight.seat ?? -1] ?? "");
    if (over) void this.explain();
    this.autoAnswer();
  }

  drawPieces() {
    const { scene, play, looks } = this;
    const sides = { side: looks.side.bind(looks), camp: looks.camp.bind(looks) };
    this.board.stacks.show(scene.pieces, { ...sides, able: play.able, chosen: play.unit, lit: new Set(this.advised?.unit ? [this.advised.unit] : []) });
    this.hand.show(scene, this.mine, this.advised?.card ?? "");
    this.chosenUnit.show(play.piece(play.unit), play.of(play.unit));
    this.draft.write({ seq: this.sight.seq, unit: play.unit });
    const setting = {
      seats: this.info.seats,
      looks,
      spots: this.board.spots,
      able: play.able,
      chosen: play.unit,
      choose: (/** @type {string} */ unit, /** @type {MouseEvent} */ event) => {
        play.at = { x: event.clientX, y: event.clientY };
        play.take({ unit, place: "" }, undefined);
      },
    };
    showReady(part("ready", HTMLElement), scene, setting);
    showTracks(part("panel-tracks", HTMLElement), scene, setting);
  }

  renderHead() {
    const words = TEXTS.table;
    const { sight, scene } = this;
    document.title = `${this.mine ? words.calls : ""}${this.info.title} · ${TEXTS.title}`;
    part("caption", HTMLElement).textContent = scene.caption;
    this.seats.show(part("seat", HTMLElement), this.names, () => void this.news.refresh());
    const undo = part("undo", HTMLButtonElement);
    undo.disabled = Boolean(sight.undo) || sight.seat === null || Boolean(this.past);
    if (undo.disabled && document.activeElement === undo) this.question.focus();
    undo.title = sight.undo ? words.noUndo(sight.undo) : words.undoAbout;
    const keys = keysOf(this.id);
    const invites = /** @param {number} seat */ (seat) => canInvite(this.id, sight.seats[seat]) || (keys[this.info.seats[seat]] && !this.seats.mine.has(seat) && !sight.seats[seat].here);
    showSitters(part("sitters", HTMLElement), sight, scene, {
      mine: (seat) => this.seats.mine.has(seat),
      invite: (seat) => (invites(seat) && !sight.scene.result ? () => this.invite() : null),
    });
  }

  /** Asks for a hint, if it is one's own decision. */
  ask() {
    return this.hintPanel.ask(() => this.sight, () => this.mine);
  }

  /** Shows on the board and in the list what is advised. @param {Choice | null} choice */
  pointOut(choice) {
    this.choices.advise(choice?.text ?? "");
    this.advised = choice;
    this.drawPieces();
    if (!choice) return this.boardFocus.leave();
    this.boardFocus.at(choice, this.scene);
    return void this.play.look(choice);
  }

  /** Shows one layer alone on the board. @param {string} name */
  seeLayer(name) {
    this.layers.only(name);
    this.overlays.open("map");
    this.board.camera.fit();
  }

  /** When the game is over, the machines tell why. */
  async explain() {
    if (this.explained) return;
    this.explained = true;
    const told = await this.seats.watcher.reasons().catch(() => null);
    if (told) this.log.tell(told);
    else this.explained = false;
  }

  /** @param {number} past */
  whyThen(past) {
    const reasons = this.log.reasons.get(past);
    const entry = this.news.log.find((one) => one.seq === past);
    return reasons && entry ? reasonsDetails(reasons, this.log.title(entry)) : null;
  }

  invite() {
    void openInvitations(this.sight, this.seats);
  }

  verify() {
    this.openTab("dice");
    document.getElementById("verify")?.click();
  }

  autoAnswer() {
    const { seq, scene } = this.sight;
    // What was taken back by hand is not done again by itself.
    if (!preferences.auto || !this.mine || scene.choices.length !== 1 || this.news.log.at(-1)?.undoes) return;
    const [only] = scene.choices;
    setTimeout(() => {
      if (seq !== this.sight.seq || !this.mine) return;
      announce(TEXTS.play.auto(saidOf(only)));
      void this.orders.act(only.text);
    }, AUTO);
  }

  /** @param {Choice} choice */
  lookAt(choice) {
    this.boardFocus.at(choice, this.scene);
    void this.play.look(choice);
  }
}

async function open() {
  applyTheme();
  const id = decodeURIComponent(location.pathname.split("/").at(-1) ?? "");
  const say = /** @param {string} text */ (text) => part("status", HTMLElement).replaceChildren(text);
  try {
    const seats = new Seats(id);
    const sight = await seats.claim();
    const [infos, data] = await Promise.all([api.games(), api.board(sight.game)]);
    const info = infos.find((one) => one.code === sight.game);
    if (!info) throw new api.Complaint(TEXTS.table.gone, 404);
    useRulesOf(info.code);
    part("title", HTMLElement).textContent = info.title;
    new TablePage(id, seats, sight, info, new Board(part("board", HTMLElement), data));
    await offerSeat(seats, info.title);
  } catch (problem) {
    const gone = problem instanceof api.Complaint ? problem.message : TEXTS.errors.bug;
    say(gone);
    part("prompt", HTMLElement).replaceChildren(element("h2", {}, gone), element("p", {}, element("a", { href: "/" }, TEXTS.table.back)));
    if (!(problem instanceof api.Complaint)) throw problem;
  }
}

void open();
