/** What this browser keeps for its player, as JSON under a name. Nothing of it is sent anywhere. */

/** @param {string} name @param {"long" | "short"} [term]  short: until this tab is closed @returns {any} */
export function recall(name, term = "long") {
  try {
    return JSON.parse((term === "long" ? localStorage : sessionStorage).getItem(name) ?? "{}");
  } catch {
    return {};
  }
}

/** @param {string} name @param {unknown} value @param {"long" | "short"} [term] */
export function remember(name, value, term = "long") {
  try {
    (term === "long" ? localStorage : sessionStorage).setItem(name, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing: all holds for this page.
  }
}
