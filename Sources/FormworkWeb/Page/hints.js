// What a box can say and ask of the browser before anything is typed: hints, keyboards and names for autofill. All of it
// comes from the rules of the field, or from its name.

import { filled } from "./words.js";

/// Names of fields, without marks and in lower case, with the autofill name of what they ask for.
const autofill = [
  [/^(e?mail|email(address)?)$/, "email"], [/^(phone|tel|telephone|mobile|phonenumber)$/, "tel"],
  [/^(name|fullname|yourname)$/, "name"], [/^(firstname|givenname|forename|vorname)$/, "given-name"],
  [/^(lastname|surname|familyname|nachname)$/, "family-name"], [/^(street|streetaddress|address|addressline1)$/, "address-line1"],
  [/^(addressline2)$/, "address-line2"], [/^(city|town|ort|stadt)$/, "address-level2"],
  [/^(postcode|postalcode|zip|zipcode|plz)$/, "postal-code"], [/^country$/, "country"],
  [/^(birthday|birthdate|dateofbirth|dob|born|geburtsdatum)$/, "bday"],
  [/^(onetimecode|otp|verificationcode)$/, "one-time-code"], [/^(organi[sz]ation|company|firma)$/, "organization"],
  [/^(username|userid|login)$/, "username"], [/^(website|homepage|url)$/, "url"],
];

/// Returns the attributes for the keyboard and autofill of a box.
///
/// @param records the names of the records around the field, the innermost first.
/// @param fills whether the browser may fill in what it knows of the user.
export function typing(field, records, fills) {
  const { type, words = [], formatted, secret } = field;
  const isOneTime = secret === true && nameOf(field) === "one-time-code";
  // A box of type email or url changes what is typed: it trims, and writes some domains in another way.
  const mode = words.includes("email") ? "email"
    : words.some((word) => word === "url" || word === "uri") ? "url"
    : words.includes("phone") ? "tel"
    : words.some((word) => ["digits", "creditCard", "isbn", "gtin"].includes(word)) ? "numeric"
    : type === "int" && !allowsMinus(field) ? "numeric"
    : type === "number" && !allowsMinus(field) ? "decimal"
    : formatted && type === "date" && /^[\d.]+$/.test(field.written?.[0] ?? "") ? "decimal" : null;
  const name = secret && !isOneTime ? "new-password" : fills ? nameOf(field) : null;
  const section = records.map((record) => /^(billing|invoice)/i.test(record) ? "billing " : /^(shipping|delivery)/i.test(record) ? "shipping " : "")
    .find((one) => one !== "") ?? "";
  const isAddress = /^(address|postal|country|name|given|family|organization|email|tel)/.test(name ?? "");
  return {
    type: secret ? "password" : words.includes("phone") ? "tel" : "text", inputmode: mode,
    autocomplete: name && isAddress ? section + name : name,
    autocapitalize: type === "string" && !words.some((word) => ["email", "url", "uri"].includes(word)) ? null : "off",
    spellcheck: type === "string" && mode === null ? null : "false",
  };
}

function nameOf(field) {
  const name = (field.key ?? field.name).normalize("NFKD").replace(/[^\p{L}\p{N}]/gu, "").toLowerCase();
  if (field.words?.includes("email")) return "email";
  return autofill.find(([pattern]) => pattern.test(name))?.[1] ?? null;
}

/// Whether a number may be negative: the digits of a telephone have no minus.
function allowsMinus(field) {
  return !(field.limits ?? []).some(({ of, least, above }) => of === "value" && Number(least ?? above) >= 0)
    && !field.words?.includes("positive");
}

/// The bound of a field's values as the browser's own boxes for dates take it.
export function bound(field, side) {
  return (field.limits ?? []).find((limit) => limit.of === "value" && limit[side] !== undefined)?.[side] ?? null;
}

/// Returns the sentences that describe what a field takes.
///
/// @param isPicked whether the browser shows its own box for a date, which needs no example.
export function hints(field, words, isPicked) {
  const { type, limits = [], written = [] } = field;
  const isMoment = ["date", "time", "datetime", "instant"].includes(type);
  const example = written.length > 0 && !isPicked ? filled(words.example, { example: written[0] }) : null;
  const value = limits.filter(({ of }) => of === "value").flatMap((limit) => range(limit, isMoment, words));
  const counts = type === "string" ? limits.filter(({ of }) => of === "count").flatMap((limit) => count(limit, field, words)) : [];
  const kinds = (field.words ?? []).map((word) => ({
    digits: words.digits, phone: filled(words.phone, { example: "+44 20 7946 0958" }),
    url: filled(words.example, { example: "https://example.org" }),
  })[word]);
  return [example, ...value, ...kinds, ...counts].filter(Boolean);
}

function range({ least, most, above, below }, isMoment, words) {
  const limits = { min: least ?? above, max: most ?? below };
  if (least !== undefined && most !== undefined) return [filled(words.between, limits)];
  return [
    above === undefined ? null : words.moreThan,
    // That a number isn't negative goes without saying.
    least === undefined || least === "0" ? null : isMoment ? words.notBefore : words.atLeast,
    below === undefined ? null : words.lessThan,
    most === undefined ? null : isMoment ? words.notAfter : words.atMost,
  ].filter(Boolean).map((text) => filled(text, limits));
}

/// Limits that nobody reaches while answering, such as 80 letters of a name, are left out.
function count({ least, most }, field, words) {
  const isExact = least !== undefined && least === most;
  return [
    isExact ? words.exactCharacters : null,
    !isExact && Number(least) > 1 ? words.leastCharacters : null,
    !isExact && most !== undefined && (field.long || Number(most) <= 12) ? words.mostCharacters : null,
  ].filter(Boolean).map((text) => filled(text, { min: least, max: most }));
}
