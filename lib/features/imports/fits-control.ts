import { isEmail, webHref } from "@/lib/model/fields/text";

/** Maximum number of digits of a telephone number, with a country code (and an optional zero) and without. */
const [INTERNATIONAL_DIGITS, NATIONAL_DIGITS] = [17, 13];
/** Minimum number of digits of a telephone number with separators, and without any. */
const [SEPARATED_DIGITS, PLAIN_DIGITS] = [6, 8];

/** Returns whether a text with separators has the form of a day, such as `01.02.2025`. */
const isLikeDay = (text: string) => /^\d{1,2}([./-])\d{1,2}\1(?:\d{2}|\d{4})$/.test(text);

/**
 * Returns whether a text is a telephone number: it must start with + or 0 and be longer than room
 * numbers, postcodes and personal ids, and not be grouped like the number of an authority.
 */
function isTelephoneNumber(text: string): boolean {
  if (!/^(?:\+|0|\(0)[\d\s()/.-]+$/.test(text) || isLikeDay(text)) return false;
  const slashes = text.split("/").length - 1;
  if (slashes > 1 || (slashes === 1 && text.includes("."))) return false;
  const digits = text.replace(/\D/g, "").length;
  const maxDigits = text.startsWith("+") || text.startsWith("00") ? INTERNATIONAL_DIGITS : NATIONAL_DIGITS;
  return digits <= maxDigits && digits >= (/^\d+$/.test(text) ? PLAIN_DIGITS : SEPARATED_DIGITS);
}

const isWebAddress = (text: string) => /^(?:https?:\/\/|www\.)/i.test(text) && webHref(text) !== null;

/**
 * For each type of control, a function that returns whether a cell contains such a value. There is
 * none for days: most columns of days are of other things than a field.
 */
const CONTENTS: Readonly<Partial<Record<string, (text: string) => boolean>>> = {
  email: isEmail,
  web_address: isWebAddress,
  phone: isTelephoneNumber,
};

/** Returns whether a cell has the form of the values of a type of control. */
export const fitsControl = (control: string, text: string): boolean =>
  Object.hasOwn(CONTENTS, control) && CONTENTS[control]?.(text) === true;
