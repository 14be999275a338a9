/** The board by night: whether it is dark, and a picture in colours for it. */

const dusk = matchMedia("(prefers-color-scheme: dark)");
const COLOUR = /((?:fill|stroke|color)(?:="|:\s*))(#[0-9a-f]{6}|#[0-9a-f]{3})\b/gi;

export function isNight() {
  const { theme } = document.documentElement.dataset;
  return theme ? theme === "dark" : dusk.matches;
}

/** @param {() => void} changed */
export function onDuskAndDawn(changed) {
  dusk.addEventListener("change", changed);
  new MutationObserver(changed).observe(document.documentElement, { attributeFilter: ["data-theme"] });
}

/** The same picture (SVG) with light and dark exchanged and every hue kept. @param {string} picture */
export function atNight(picture) {
  const turned = picture.replace(COLOUR, (_, before, colour) => before + byNight(colour));
  return turned.replace(/<svg\b/, `<svg fill="${byNight("#000")}"`);
}

/** @param {string} colour */
function byNight(colour) {
  const digits = colour.length === 4 ? [...colour.slice(1)].map((one) => one + one) : (colour.slice(1).match(/../g) ?? []);
  const [light, a, b] = toLab(digits.map((two) => parseInt(two, 16) / 255));
  return toHex(1.1 - 0.89 * light, a * 0.95, b * 0.95);
}

// Oklab, in which as light means what the eye calls as light (Björn Ottosson).

/** @param {number[]} colour */
function toLab(colour) {
  const [r, g, b] = colour.map((one) => (one > 0.04045 ? ((one + 0.055) / 1.055) ** 2.4 : one / 12.92));
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

/** @param {number} light @param {number} a @param {number} b */
function toHex(light, a, b) {
  const l = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (light - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const parts = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  const byte = /** @param {number} one */ (one) => Math.round(255 * (one > 0.0031308 ? 1.055 * one ** (1 / 2.4) - 0.055 : 12.92 * one));
  return `#${parts.map((one) => Math.max(0, Math.min(255, byte(one))).toString(16).padStart(2, "0")).join("")}`;
}
