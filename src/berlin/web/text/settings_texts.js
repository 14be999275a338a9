/** What the settings are called, and what each does. */

export const SETTINGS = {
  heading: "Settings",
  auto: "Take an only answer by itself",
  confirm: "Ask before every roll",
  calm: "No animation",
  keys: "Keys of one sign",
  codes: "Show codes",
  pace: "What others did",
  theme: "Colours",
  themes: { system: "as the system has them", light: "light", dark: "dark" },
  about: {
    auto: "Where there is one legal answer the table gives it for you after a moment; undo still takes it back.",
    confirm: "The reckoning and the chances are shown first, and nothing is rolled until you say so. Warnings come in any case.",
    calm: "Counters jump to their places and dice lie still.",
    keys: "Single letters and signs, such as U for undo, act anywhere on the page. Help lists them.",
    codes: "Under each answer the text that records and scripts have for it, and on counters theirs. It can be typed in any case.",
    pace: "Shown on the board step by step, so fast. A story that runs can always be skipped or paused.",
    theme: "Of the pages and of the board.",
  },
  kept: "Kept in this browser.",
};
