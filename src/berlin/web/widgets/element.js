/** Making elements: text goes in as text, never as markup. */

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {string | Node | null | undefined | false} Part */
/** @typedef {Record<string, unknown>} Attributes */

/**
 * @param {Element} node
 * @param {Attributes} attributes  `onclick` and the like are listeners; null, undefined and false are left out
 * @param {Part[]} parts
 */
function furnish(node, attributes, parts) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  for (const part of parts) if (part || part === "") node.append(part);
}

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Attributes} [attributes]
 * @param {...Part} parts
 * @returns {HTMLElementTagNameMap[K]}
 */
export function element(tag, attributes = {}, ...parts) {
  const node = document.createElement(tag);
  furnish(node, attributes, parts);
  return node;
}

/**
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Attributes} [attributes]
 * @param {...Part} parts
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(tag, attributes = {}, ...parts) {
  const node = /** @type {SVGElementTagNameMap[K]} */ (document.createElementNS(SVG, tag));
  furnish(node, attributes, parts);
  return node;
}

/**
 * The element of the page with this id, which must be there.
 * @template {HTMLElement} T
 * @param {string} id
 * @param {{new (): T}} type
 * @returns {T}
 */
export function part(id, type) {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new Error(`the page has no ${type.name} #${id}`);
  return found;
}

/**
 * A button that does something.
 * @param {string} label
 * @param {(event: MouseEvent) => void} act
 * @param {Attributes} [attributes]
 */
export function button(label, act, attributes = {}) {
  return element("button", { type: "button", onclick: act, ...attributes }, label);
}

/** @param {string} word */
export function capital(word) {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
