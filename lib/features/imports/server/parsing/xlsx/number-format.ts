import { format, getFormatDateInfo, tokenize } from "numfmt";
import type { ImportCell, NumberCell } from "../table-rows";

/** Longest format that Excel accepts. */
const MAX_CODE_LENGTH = 255;
/** Stands for a value that no section of a format shows. */
const OVERFLOW = "\0";
const OPTIONS = { locale: "de", dateErrorThrows: true, dateSpanLarge: false, overflow: OVERFLOW };

type Token = ReturnType<typeof tokenize>[number];

const DIGITS = new Set<string | undefined>(["ZERO", "HASH", "QMARK"]);
const DATE_PARTS = new Set(["DATETIME", "DURATION", "AMPM"]);
/** Matches a currency and a language, such as `[$€-407]` and `[$-de-DE]`. */
const LOCALE = /^\[\$([^\]-]*)-([^\]]*)\]$/;
/** Matches a German language: by its tag, or by Windows' number, whose lower ten bits are 7. */
const GERMAN = /^(?:[0-9a-f]*[048c]07$|de\b)/i;

const isForeign = ({ type, raw }: Token) => type === "LOCALE" && !GERMAN.test(LOCALE.exec(raw)?.[2] ?? "de");

/**
 * Adapts a section to German Excel, which writes dots between the parts of a date and a blank before
 * a percent sign, and in which a language changes names of months but not the signs of numbers.
 */
function germanSection(tokens: readonly Token[]): string {
  const isDate = tokens.some(({ type }) => DATE_PARTS.has(type));
  const hasDots = isDate && !tokens.some(isForeign);
  const germanToken = ({ type, raw }: Token, at: number): string => {
    if (type === "PERCENT" && DIGITS.has(tokens[at - 1]?.type)) return `\\ ${raw}`;
    if (type === "SLASH" && hasDots) return '"."';
    const currency = isDate || type !== "LOCALE" ? undefined : LOCALE.exec(raw)?.[1];
    if (currency === undefined) return raw;
    return currency && `[$${currency}]`;
  };
  return tokens.map(germanToken).join("");
}

function germanCode(code: string): string {
  const sections: Token[][] = [[]];
  for (const token of tokenize(code)) {
    if (token.type === "BREAK") sections.push([]);
    else sections.at(-1)?.push(token);
  }
  return sections.map(germanSection).join(";");
}

/** @throws RangeError, Error for a value that the format does not show, such as a negative day */
function shown(code: string, value: number | string): string {
  const text = format(code, value, OPTIONS);
  if (text === OVERFLOW) throw new RangeError("A value that the format does not show");
  return text.replace(/[\u00a0\u202f]/g, " ").trim();
}

const withComma = (value: number) => String(value).replace(".", ",");

/** The format "General" shows at most 11 characters without a sign: nine decimals, ten digits. */
const GENERAL = { code: "General", characters: 11, decimals: 9, digits: 10 };

/** Raises a number whose last decimal digit is 5, because its binary value may be just below. */
const ROUNDS_UP = 1 + 2 * Number.EPSILON;

/** Returns a number as the format "General" shows it, much faster than numfmt does. */
function generalText(value: number): string {
  const magnitude = Math.abs(value);
  const plain = String(magnitude);
  if (plain.length <= GENERAL.characters && !plain.includes("e")) return withComma(value);
  if (magnitude < 1e-4 || magnitude >= 1e10) return shown(GENERAL.code, value);
  const raised = value * ROUNDS_UP;
  return withComma(Number(magnitude < 1 ? raised.toFixed(GENERAL.decimals) : raised.toPrecision(GENERAL.digits)));
}

/** Excel's serial numbers: the day after the last one that it shows, and a day that never was. */
const [SERIAL_END, LEAP_DAY_1900] = [2_958_466, 60];
/** Days from the epoch of 1900 to that of 1904, and from the former to the epoch of JavaScript. */
const [DAYS_TO_1904, DAYS_TO_1970] = [1_462, 25_569];
const DAY_MS = 86_400_000;

/** Excel counts 1900 as a leap year, so that serial numbers before its 29 February are one day less. */
const dayText = (serial: number) =>
  new Date((serial < LEAP_DAY_1900 ? serial + 1 : serial) * DAY_MS - DAYS_TO_1970 * DAY_MS).toISOString().slice(0, 10);

/** The days of some serial numbers, because those of a table are mostly close together. */
const days = new Map<number, string>();
const MAX_DAYS = 20_000;

/** Finds the day of a serial number that is counted from 1900. */
function findDay(serial: number): string | undefined {
  const whole = Math.floor(serial);
  if (whole < 1 || whole >= SERIAL_END || whole === LEAP_DAY_1900) return undefined;
  const known = days.get(whole);
  if (known !== undefined) return known;
  if (days.size >= MAX_DAYS) days.clear();
  const day = dayText(whole);
  days.set(whole, day);
  return day;
}

/** Matches the text of a number that may be a day whose format was lost. */
const SERIAL_TEXT = /^[1-9]\d{4}(?:,\d+)?$/;

/** A number format of Excel, which shows values as German Excel does. */
export class NumberFormat {
  /** The code, adapted to German; undefined where it is invalid. */
  private readonly code: string | undefined;
  private readonly isGeneral: boolean;
  private readonly hasDay: boolean;
  private readonly changesText: boolean;

  /**
   * @param code such as `#,##0.00`, in English as files have it
   * @param is1904 whether the workbook counts days from 1904 instead of 1900
   */
  constructor(
    code: string,
    private readonly is1904: boolean,
  ) {
    this.isGeneral = /^(?:General|@)?$/i.test(code);
    try {
      if (code.length > MAX_CODE_LENGTH) throw new RangeError("A format longer than those of Excel");
      this.code = germanCode(code);
      this.changesText = shown(this.code, "x") !== "x";
    } catch {
      this.code = undefined;
      this.changesText = false;
    }
    const { year, month, day, seconds } = getFormatDateInfo(this.code ?? "");
    // numfmt finds a month in the minutes of "mm:ss", too.
    this.hasDay = year || day || (month && !seconds);
  }

  /** Converts a number to a cell, with the day that it may stand for. */
  numberCell(value: number): ImportCell {
    const plain = String(value);
    const text = this.isGeneral ? generalText(value) : this.shownNumber(value);
    const day = this.hasDay || SERIAL_TEXT.test(text) ? findDay(this.serialOf(value)) : undefined;
    if (text === plain && day === undefined) return text;
    const cell: NumberCell = { text };
    if (day !== undefined) cell.day = day;
    if (text !== plain) cell.number = plain;
    return cell;
  }

  /** Returns the cell of a text, to which a format may add something or which it may hide. */
  textCell(cell: ImportCell): ImportCell {
    const isChanged = this.changesText && this.code !== undefined && typeof cell === "string" && cell !== "";
    return isChanged ? shown(this.code, cell) : cell;
  }

  private shownNumber(value: number): string {
    const serial = this.hasDay ? this.serialOf(value) : value;
    // Returns the number where it is no day: Excel shows only # signs then.
    if (this.code === undefined || (this.hasDay && !(serial >= 0 && serial < SERIAL_END))) return withComma(value);
    try {
      return shown(this.code, serial);
    } catch {
      return withComma(value);
    }
  }

  /** Returns a serial number as counted from 1900; no day is before its workbook's epoch. */
  private serialOf(value: number): number {
    return this.is1904 && value >= 0 ? value + DAYS_TO_1904 : value;
  }
}
