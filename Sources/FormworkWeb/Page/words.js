// What the page itself says; what forms say comes from their authors and from the engine.

import { catalogue } from "./catalogue.js";

/// The words in a language such as `de` or `pt-BR`; English ones for those that it lacks.
export function words(language) {
  const own = catalogue[language?.toLowerCase()] ?? catalogue[language?.split("-")[0].toLowerCase()];
  return { ...catalogue.en, ...own };
}

/// The direction that a language is written in.
export function direction(language) {
  const code = language?.split("-")[0].toLowerCase();
  return ["ar", "dv", "fa", "he", "ps", "ur", "yi"].includes(code) ? "rtl" : "ltr";
}

/// The name of a language in itself.
export function languageName(language) {
  try {
    return new Intl.DisplayNames([language], { type: "language" }).of(language) ?? language;
  } catch {
    return language;
  }
}
