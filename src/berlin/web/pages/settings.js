/** The sheet on which a player says what he prefers. */

import { prefer, preferences } from "../net/preferences.js";
import { paceChoice } from "../story/strip.js";
import { TEXTS } from "../text/texts.js";
import { openDialog } from "../widgets/dialog.js";
import { element } from "../widgets/element.js";

/** @import {Preferences} from "../net/preferences.js" */

/** @param {() => void} changed */
export function openSettings(changed) {
  const words = TEXTS.settings;
  const row = /** @param {string} name @param {string} about @param {HTMLElement} control */ (name, about, control) => {
    control.setAttribute("aria-describedby", `about-${name}`);
    return element("div", { class: "setting" }, control.closest("label") ?? control, element("small", { id: `about-${name}` }, about));
  };
  const box = /** @param {"auto" | "confirm" | "calm" | "keys" | "codes"} name */ (name) => {
    const tick = element("input", { type: "checkbox", checked: preferences[name] });
    tick.addEventListener("change", () => {
      prefer({ [name]: tick.checked });
      changed();
    });
    element("label", { class: "check" }, tick, words[name]);
    return row(name, words.about[name], tick);
  };
  const theme = element("select", { id: "theme" });
  for (const [value, text] of Object.entries(words.themes)) theme.append(element("option", { value, selected: preferences.theme === value }, text));
  theme.addEventListener("change", () => {
    prefer({ theme: /** @type {Preferences["theme"]} */ (theme.value) });
    changed();
  });
  element("label", { class: "field" }, words.theme, theme);
  const pace = paceChoice("pace");
  pace.removeAttribute("aria-label");
  element("label", { class: "field" }, words.pace, pace);
  openDialog(words.heading, [box("auto"), box("confirm"), box("calm"), box("keys"), box("codes"), row("pace", words.about.pace, pace), row("theme", words.about.theme, theme), element("p", { class: "quiet" }, words.kept)]);
}
