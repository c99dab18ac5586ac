// The page's own words. The words of forms come from their authors and from the engine.

import { catalogue } from "./catalogue.js";

/// Returns the words in a language such as `de` or `pt-BR`, or in English. Also returns the `code` of their language,
/// and the `attributes` for elements with words that aren't in the language asked for.
export function words(language) {
  const own = catalogue[language?.toLowerCase()] ?? catalogue[language?.split("-")[0].toLowerCase()];
  const actual = own ? language : "en";
  return { ...catalogue.en, ...own, code: actual, attributes: own ? {} : { lang: actual, dir: direction(actual) } };
}

/// Returns a text with its `{names}` replaced by values.
export function filled(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

/// Returns the writing direction of a language.
export function direction(language) {
  const code = language?.split("-")[0].toLowerCase();
  return ["ar", "dv", "fa", "he", "ps", "ur", "yi"].includes(code) ? "rtl" : "ltr";
}

/// Returns the name of a language in that language.
export function languageName(language) {
  try {
    return new Intl.DisplayNames([language], { type: "language" }).of(language) ?? language;
  } catch {
    return language;
  }
}
