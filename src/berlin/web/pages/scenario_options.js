/** What is settled before a game: one row for each option of a scenario, and an order to the server out of them. */

import { element } from "../widgets/element.js";

/** @import {Scenario} from "../net/wire_types.js" */

/** @param {Scenario | undefined} scenario */
export function optionRows(scenario) {
  return (scenario?.options ?? []).map(({ key, title, about, values }) => {
    const select = element("select", { "data-option": key }, ...values.map(({ value, title }) => element("option", { value }, title)));
    return element("label", { class: "field" }, title, select, about ? element("small", {}, about) : null);
  });
}

/** What was chosen; what is usual goes without saying. @param {HTMLElement} box */
export function chosenOptions(box) {
  const said = [...box.querySelectorAll("select")].filter((select) => select.dataset.option && select.value);
  return said.length ? { options: Object.fromEntries(said.map((select) => [select.dataset.option, select.value])) } : {};
}
