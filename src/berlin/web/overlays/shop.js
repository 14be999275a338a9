/** The purchase page: the account, the price list with what is left of each line, and what was bought. */

import { citation } from "../text/citations.js";
import { apart, saidOf } from "../text/said.js";
import { TEXTS } from "../text/texts.js";
import { button, capital, element } from "../widgets/element.js";
import { pageHeader } from "./page_header.js";

/** @import {Bought, Choice, Limit, Offer, Scene, Shop} from "../net/wire_types.js" */
/** @typedef {{choices: Map<string, Choice>, take: (choice: Choice) => void}} Counter  the answers by their texts */

/** @param {HTMLElement} page @param {Scene} scene @param {Counter} counter */
export function showShop(page, { shop }, counter) {
  if (!shop) return;
  const words = TEXTS.shop;
  page.append(
    pageHeader(shop.name, shop.open ? words.open : words.closed, " ", citation(shop.rule)),
    account(shop, shop.open ? closing(shop, counter) : []),
    element("section", { class: "basket" }, element("h3", {}, words.bought(shop.bought.length)), ...basket(shop, counter)),
    element("section", { class: "prices" }, ...Object.entries(Object.groupBy(shop.offers, (offer) => offer.heading)).map(([heading, offers]) => list(heading, offers ?? [], shop, counter))),
  );
}

/** The answers that name nothing: they close the step. @param {Shop} shop @param {Counter} counter */
function closing({ offers, bought }, { choices, take }) {
  const placed = new Set([...offers, ...bought].flatMap((line) => line.answers));
  const rest = [...choices.values()].filter((choice) => !placed.has(choice.text) && choice.text === choice.verb);
  return rest.map((choice) => button(saidOf(choice), () => take(choice), { class: "main", "data-key": choice.text, title: choice.label }));
}

/** @param {Shop} shop @param {Node[]} closing */
function account({ money, total, left, limits }, closing) {
  const words = TEXTS.shop;
  const figures = [
    element("div", { class: "figure" }, element("b", {}, String(left)), element("span", {}, words.left(money))),
    total ? element("div", { class: "figure" }, element("b", {}, String(total - left)), element("span", {}, words.spent(money, total))) : null,
    ...limits.map((limit) => element("div", { class: "figure" }, element("b", {}, `${limit.used}/${limit.most}`), element("span", {}, capital(limit.name), " ", limit.rule ? citation(limit.rule) : null))),
  ];
  const meter = total ? element("meter", { min: 0, max: total, value: Math.max(0, Math.min(total, total - left)), "aria-label": words.spent(money, total) }) : null;
  return element("section", { class: "account", "aria-label": words.account }, element("div", { class: "figures" }, ...figures, ...closing), meter);
}

/** @param {Shop} shop @param {Counter} counter */
function basket({ bought, money }, counter) {
  if (!bought.length) return [element("p", { class: "quiet" }, TEXTS.shop.nothing)];
  const rows = bought.map((one) =>
    element(
      "li",
      {},
      element("span", { class: "what" }, element("b", {}, one.name), one.text ? element("small", {}, one.text) : null),
      one.cost ? element("span", { class: "cost" }, TEXTS.shop.cost(one.cost, money)) : "",
      element("span", { class: "acts" }, ...acts(one, counter)),
    ),
  );
  return [element("ul", {}, ...rows)];
}

/** @param {Bought} one @param {Counter} counter */
function acts(one, { choices, take }) {
  return one.answers.flatMap((text) => {
    const choice = choices.get(text);
    return choice ? button(choice.label || saidOf(choice), () => take(choice), { "data-key": text, title: saidOf(choice) }) : [];
  });
}

/** @param {string} heading @param {Offer[]} offers @param {Shop} shop @param {Counter} counter */
function list(heading, offers, shop, counter) {
  const words = TEXTS.shop;
  const odds = offers.some((offer) => offer.chances.length);
  const limits = [...new Set(offers.flatMap((offer) => offer.limits.map((limit) => limit.name)))];
  const columns = [words.line, words.price(shop.money), ...limits.map((name) => words.used(name)), ...(odds ? [words.odds] : []), words.buy];
  return element(
    "table",
    { class: "offers" },
    element("caption", {}, capital(heading)),
    element("thead", {}, element("tr", {}, ...columns.map((name, i) => element("th", { scope: "col", class: i && i <= limits.length + 1 ? "number" : null }, name)))),
    element("tbody", {}, ...offers.map((offer) => row(offer, shop, limits, odds, counter))),
  );
}

/** @param {Offer} offer @param {Shop} shop @param {string[]} limits @param {boolean} odds @param {Counter} counter */
function row(offer, shop, limits, odds, counter) {
  const words = TEXTS.shop;
  const buys = offer.answers.flatMap((text) => counter.choices.get(text) ?? []);
  const why = offer.reason ? [offer.reason, " ", offer.rule ? citation(offer.rule) : ""] : shop.open ? [] : [words.later];
  const names = apart(buys);
  const buttons = buys.map((choice, n) => {
    const name = buys.length > 1 ? words.buyFor(names[n]) : words.buy;
    return button(name, () => counter.take(choice), { "data-key": choice.text, "aria-label": `${words.buy} ${offer.name}: ${words.cost(offer.cost, shop.money)}`, class: "buy" });
  });
  return element(
    "tr",
    { class: buys.length ? null : "shut" },
    element("th", { scope: "row" }, offer.name, offer.text ? element("small", {}, offer.text) : null),
    element("td", { class: "number", "data-label": words.price(shop.money) }, String(offer.cost)),
    ...limits.map((name) => element("td", { class: "number", "data-label": words.used(name) }, left(offer.limits.find((one) => one.name === name)))),
    odds ? element("td", { class: "odds-of", "data-label": words.odds }, ...offer.chances.map((one) => element("span", {}, `${capital(one.label)} ${TEXTS.odds.percent(one.ways / one.of)}`))) : null,
    element("td", { class: "act" }, ...(buttons.length ? buttons : [element("small", {}, ...why)])),
  );
}

/** @param {Limit | undefined} limit */
function left(limit) {
  return limit ? `${limit.used}/${limit.most}` : "";
}
