import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CORPUS, readingText } from "@/tests/fixtures/notice-periods";
import { readNoticePeriod } from "./notice-period";

const readingOf = (text: string) => {
  const read = readNoticePeriod(text);
  return read && readingText(read);
};

/** Periods that contract §11 requires to be read, each alone and with each of `POINTS`. */
const PERIODS = [
  ["3 Monate", "3 months"],
  ["sechs Wochen", "6 weeks"],
  ["1 Jahr", "1 years"],
  ["½ Jahr", "6 months"],
  ["14 Tage", "14 days"],
  ["90 days", "90 days"],
  ["three months", "3 months"],
] as const;
const POINTS = [
  ["zum Monatsende", "month"],
  ["zum Quartalsende", "quarter"],
  ["zum Halbjahresende", "half_year"],
  ["zum Jahresende", "year"],
  ["zum Semesterende", "term"],
  ["zum Semesterende (31.3., 30.9.)", "term"],
  ["zum Vertragsende", "contract_end"],
  ["zum Laufzeitende", "contract_end"],
  ["zum 31.07.", "07-31"],
  ["vor Ablauf", "contract_end"],
  ["vor Vertragsende", "contract_end"],
  ["to the end of the month", "month"],
  ["to the end of the quarter", "quarter"],
  ["to the end of the half-year", "half_year"],
  ["to the end of the year", "year"],
  ["to the end of the term", "term"],
  ["before expiry", "contract_end"],
] as const;
const RENEWALS = [
  ["verlängert sich um 1 Jahr", "1 years"],
  ["verlängert sich automatisch um 1 Jahr", "1 years"],
  ["verlängert sich stillschweigend um 1 Jahr", "1 years"],
  ["renews for one year", "1 years"],
  ["renews by one year", "1 years"],
  ["renews automatically for one year", "1 years"],
  ["renews automatically by one year", "1 years"],
] as const;

describe("readNoticePeriod", () => {
  it.each(PERIODS)("readNoticePeriod reads %s alone, to each point, with each renewal", (text, period) => {
    expect(readingOf(text)).toBe(period);
    for (const [point, to] of POINTS) {
      expect([point, readingOf(`${text} ${point}`)]).toEqual([point, `${period} > ${to}`]);
      for (const [renewal, renews] of RENEWALS) {
        expect([renewal, readingOf(`${text} ${point}, ${renewal}`)]).toEqual([
          renewal,
          `${period} > ${to} + ${renews}`,
        ]);
        expect([renewal, readingOf(`${text}, ${renewal}`)]).toEqual([renewal, `${period} + ${renews}`]);
      }
    }
  });

  it.each(["jederzeit", "at any time", "fristlos"])("readNoticePeriod reads %s as a notice of 0 days", (text) => {
    expect(readNoticePeriod(text)).toEqual({ amount: 0, unit: "days", to: null, renews: null });
  });

  it.each(["keine", "none"])("readNoticePeriod reads %s as no notice", (text) => {
    expect(readNoticePeriod(text)).toEqual({ amount: null, unit: null, to: null, renews: null });
  });

  it.each(RENEWALS)("readNoticePeriod reads %s alone", (text, renews) =>
    expect(readingOf(text)).toBe(`none + ${renews}`),
  );

  it("readNoticePeriod reads numbers from one to twelve in both languages", () => {
    const german = "ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf".split(" ");
    const english = "one two three four five six seven eight nine ten eleven twelve".split(" ");
    const numbers = german.map((_, index) => `${index + 1} months`);
    expect(german.map((number) => readingOf(`${number} Monate`))).toEqual(numbers);
    expect(english.map((number) => readingOf(`${number} months`))).toEqual(numbers);
    expect(["½ Jahr", "halbes Jahr", "half a year"].map(readingOf)).toEqual(Array(3).fill("6 months"));
  });

  it.each([
    ["case", "DREI MONATE ZUM QUARTALSENDE"],
    ["a leading `mit`", "mit drei Monaten zum Quartalsende"],
    ["a leading `Frist:`", "Frist: 3 Monate zum Quartalsende"],
    ["the umlauts' spelling", "Kuendigungsfrist: 3 Monate zum Quartalsende"],
    ["the umlauts' other spelling", "Ku\u0308ndigungsfrist: 3 Monate zum Quartalsende"],
    ["words in brackets", "3 Monate (drei, siehe § 5 Abs. 2) zum Quartalsende [Einschreiben]"],
    ["line breaks and spaces", "  3\u00a0Monate\r\n zum   Quartalsende "],
  ])("readNoticePeriod ignores %s", (_case, text) => expect(readingOf(text)).toBe("3 months > quarter"));

  it("readNoticePeriod reads umlauts spelled out", () => {
    expect(readingOf("zwoelf Monate, verlaengert sich um 1 Jahr")).toBe("12 months + 1 years");
  });

  it.each([
    ["another period", "3 Monate (in der Probezeit 2 Wochen)"],
    ["a point", "3 Monate (außer zum Jahresende)"],
    ["another point", "3 Monate zum Quartalsende (nur zum 31.12.)"],
    ["a renewal", "3 Monate § 5 (verlängert sich um 1 Jahr)"],
  ])("readNoticePeriod leaves a text unread if its brackets contain %s", (_case, text) =>
    expect(readNoticePeriod(text)).toBeNull(),
  );

  it.each(["zum 31.02.", "zum 30.02.", "zum 31.04.", "zum 0.1.", "zum 1.13.", "zum 31.07.2027", "zum 31.7.27"])(
    "readNoticePeriod does not read 3 Monate %s, which is no day of every year",
    (point) => expect(readNoticePeriod(`3 Monate ${point}`)).toBeNull(),
  );

  it("readNoticePeriod reads periods of at most a hundred years", () => {
    expect(["100 Jahre", "1200 Monate", "5200 Wochen", "36500 Tage"].map(readingOf)).not.toContain(null);
    const more = ["101 Jahre", "1201 Monate", "5201 Wochen", "36501 Tage", "999999 Jahre", `${"9".repeat(90)} Tage`];
    expect(more.map(readNoticePeriod)).toEqual(more.map(() => null));
    expect(readNoticePeriod("3 Monate, verlängert sich um 101 Jahre")).toBeNull();
  });

  it.each(["", " \n ", "-", "3", "Monate", "Kündigungsfrist:", "zum Jahresende"])(
    "readNoticePeriod does not read %j",
    (text) => {
      expect(readNoticePeriod(text)).toBeNull();
    },
  );
});

describe("corpus", () => {
  it("the corpus has enough wordings, each of them once", () => {
    expect(new Set(CORPUS.map(({ wording }) => wording)).size).toBe(CORPUS.length);
    expect(CORPUS.length).toBeGreaterThanOrEqual(150);
    expect(CORPUS.filter(({ meaning }) => meaning === null).length).toBeGreaterThanOrEqual(30);
  });

  it("the corpus is read as it expects, including at least 95 % of its readable wordings", () => {
    const expected = CORPUS.map(({ wording, meaning, isMissed }) => [wording, isMissed ? null : meaning]);
    expect(CORPUS.map(({ wording }) => [wording, readingOf(wording)])).toEqual(expected);
    const readable = CORPUS.filter(({ meaning }) => meaning !== null);
    expect(readable.filter(({ isMissed }) => !isMissed).length / readable.length).toBeGreaterThanOrEqual(0.95);
  });
});

describe("any text", () => {
  const words = CORPUS.flatMap(({ wording }) => wording.split(" "));
  const piece = fc.oneof(fc.constantFrom(...words), fc.string({ unit: "binary", maxLength: 8 }));
  const text = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(" "));

  it("no text makes the parser throw", () => {
    fc.assert(
      fc.property(fc.oneof(text, fc.string({ unit: "binary", maxLength: 100 })), (any) => {
        const read = readNoticePeriod(any);
        if (read?.amount != null) expect(Number.isInteger(read.amount) && read.amount >= 0).toBe(true);
        if (read) expect((read.amount === null) === (read.unit === null)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it("a text is not read if a word is left over", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...CORPUS),
        fc.constantFrom("außer", "nicht", "ca.", "?", "§", "77."),
        ({ wording }, word) => {
          expect(readNoticePeriod(`${word} ${wording}`)).toBeNull();
        },
      ),
    );
  });

  it("any text is parsed quickly, even one that is meant to be slow", () => {
    const slow = [
      "ein ",
      "zum ",
      "(",
      "()",
      "3 Monate ",
      "1/2",
      "der ",
      "31.12. oder ",
      "verlaengert ",
      "a-",
      "ü",
      "sich um ",
    ];
    const texts = slow.flatMap((one) => [100, 10_000].map((length) => one.repeat(length).slice(0, length)));
    const start = performance.now();
    for (const one of texts) readNoticePeriod(one);
    expect(performance.now() - start).toBeLessThan(1_000);
  });
});
