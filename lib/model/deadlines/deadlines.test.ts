import { describe, expect, it, vi } from "vitest";
import { deadlinesOf, stateOn, validUntil, computeDeadlines, type Contract } from "./deadlines";

const SOON = 90;
const openEnded = (kuendigungsfrist: string): Contract => ({
  kuendigungsfrist,
  vertragsgrundlage: "open_ended",
  projektende: null,
  isFinished: false,
});
const fixedTerm = (projektende: string, kuendigungsfrist = ""): Contract => ({
  kuendigungsfrist,
  vertragsgrundlage: "fixed_term",
  projektende,
  isFinished: false,
});
/**
 * Returns a contract's deadlines on a day: last notice day, end, renewal day, days left and state.
 */
function describeDeadlines(contract: Contract, on: string) {
  const { last_notice_day, ends_on, renews_on, days_left, state } = deadlinesOf(contract, on, SOON);
  return [last_notice_day, ends_on, renews_on, days_left, state];
}
const lastAndEnd = (contract: Contract, on: string) => describeDeadlines(contract, on).slice(0, 2);

describe("notice to a point", () => {
  it.each([
    ["4 Wochen zum Monatsende", "2027-01-15", "2027-01-31", "2027-02-28"],
    ["4 Wochen zum Monatsende", "2027-01-03", "2027-01-03", "2027-01-31"],
    ["1 Monat zum Monatsende", "2027-01-29", "2027-02-28", "2027-03-31"],
    ["6 Wochen zum Quartalsende", "2026-11-19", "2026-11-19", "2026-12-31"],
    ["6 Wochen zum Quartalsende", "2026-11-20", "2027-02-17", "2027-03-31"],
    ["3 Monate zum Halbjahresende", "2027-03-30", "2027-03-30", "2027-06-30"],
    ["3 Monate zum Halbjahresende", "2027-03-31", "2027-09-30", "2027-12-31"],
    ["3 Monate zum Jahresende", "2026-09-30", "2026-09-30", "2026-12-31"],
    ["3 Monate zum Jahresende", "2026-10-01", "2027-09-30", "2027-12-31"],
    ["6 Monate zum Semesterende", "2026-11-22", "2027-03-30", "2027-09-30"],
    ["6 Monate zum Semesterende", "2027-03-31", "2027-09-30", "2028-03-31"],
    ["1 Jahr zum Jahresende", "2026-12-31", "2026-12-31", "2027-12-31"],
    ["1 Jahr zum Jahresende", "2027-01-01", "2027-12-31", "2028-12-31"],
    ["14 Tage zum 31.07.", "2027-07-17", "2027-07-17", "2027-07-31"],
    ["14 Tage zum 31.07.", "2027-07-18", "2028-07-17", "2028-07-31"],
    ["3 Monate zum 31.05.", "2027-01-01", "2027-02-28", "2027-05-31"],
    ["3 Monate zum 31.05.", "2028-01-01", "2028-02-29", "2028-05-31"],
    ["3 Monate zum 31.01.", "2026-11-01", "2027-10-31", "2028-01-31"],
    ["4 Wochen zum 29.02.", "2027-01-01", "2027-01-31", "2027-02-28"],
    ["4 Wochen zum 29.02.", "2028-01-01", "2028-02-01", "2028-02-29"],
    ["100 Jahre zum Jahresende", "2026-11-22", "2026-12-31", "2126-12-31"],
    ["jederzeit zum Monatsende", "2027-02-10", "2027-02-28", "2027-02-28"],
  ])("the notice period %s on %s has the last notice day %s and the end %s", (text, on, last, end) => {
    expect(lastAndEnd(openEnded(text), on)).toEqual([last, end]);
    expect(validUntil(openEnded(text), on)).toBe(last);
  });

  it("a deadline has a renewal day if the text mentions a renewal", () => {
    expect(describeDeadlines(openEnded("3 Monate zum Jahresende, verlängert sich um 1 Jahr"), "2026-11-22")).toEqual([
      "2027-09-30",
      "2027-12-31",
      "2028-01-01",
      312,
      "open",
    ]);
  });
});

describe("fixed term", () => {
  it.each([
    ["", "2027-12-31", null],
    ["keine", "2027-12-31", null],
    ["jederzeit", "2027-12-31", null],
    ["3 Monate", "2027-12-31", "2027-09-30"],
    ["3 Monate vor Ablauf", "2027-12-31", "2027-09-30"],
    ["3 Monate zum Quartalsende", "2028-02-15", "2027-11-15"],
    ["3 Monate zum 31.07.", "2027-05-31", "2027-02-28"],
  ])(
    "a fixed term with %j ends on %s, whatever point the text names, with the last notice day %s",
    (text, end, last) => {
      expect(lastAndEnd(fixedTerm(end, text), "2026-11-22")).toEqual([last, end]);
    },
  );

  it("a fixed term keeps its end when the last notice day is past", () => {
    const contract = fixedTerm("2027-03-31", "6 Wochen");
    expect(describeDeadlines(contract, "2027-02-17")).toEqual(["2027-02-17", "2027-03-31", null, 0, "soon"]);
    expect(describeDeadlines(contract, "2027-02-18")).toEqual([null, "2027-03-31", null, 41, "soon"]);
    expect([validUntil(contract, "2027-02-17"), validUntil(contract, "2027-02-18")]).toEqual([
      "2027-02-17",
      "9999-12-31",
    ]);
  });

  it.each([
    ["2026-11-22", "2026-12-31", "2027-03-31", "2027-04-01"],
    ["2026-12-31", "2026-12-31", "2027-03-31", "2027-04-01"],
    ["2027-01-01", "2027-12-31", "2028-03-31", "2028-04-01"],
    ["2040-01-01", "2040-12-31", "2041-03-31", "2041-04-01"],
  ])("a fixed term with a renewal has, on %s, the first end whose notice day is not past", (on, last, end, renewal) => {
    const contract = fixedTerm("2027-03-31", "3 Monate vor Ablauf, verlängert sich automatisch um 1 Jahr");
    expect(describeDeadlines(contract, on).slice(0, 3)).toEqual([last, end, renewal]);
    expect(validUntil(contract, on)).toBe(last);
  });

  it("a fixed term with a renewal from a 31st ends on the 31st of every month that has one", () => {
    const contract = fixedTerm("2027-01-31", "2 Wochen, verlängert sich um 1 Monat");
    expect(["2027-02-01", "2027-02-15", "2027-03-18"].map((on) => lastAndEnd(contract, on))).toEqual([
      ["2027-02-14", "2027-02-28"],
      ["2027-03-17", "2027-03-31"],
      ["2027-04-16", "2027-04-30"],
    ]);
    expect(lastAndEnd(fixedTerm("2024-02-29", "1 Tag, verlängert sich um 1 Jahr"), "2028-01-01")[1]).toBe("2028-02-29");
  });

  it("a fixed term with a renewal but no notice period has its next end as deadline", () => {
    const contract = fixedTerm("2026-12-31", "verlängert sich um 1 Jahr");
    expect(describeDeadlines(contract, "2026-12-31")).toEqual([null, "2026-12-31", "2027-01-01", 0, "soon"]);
    expect(describeDeadlines(contract, "2027-01-01")).toEqual([null, "2027-12-31", "2028-01-01", 364, "open"]);
    expect(validUntil(contract, "2026-12-31")).toBe("2026-12-31");
  });

  it("a fixed term without an end, which validation prevents, has no deadline", () => {
    const without = (text: string) => ({ ...fixedTerm("", text), projektende: null });
    expect(describeDeadlines(without("3 Monate"), "2026-11-22")).toEqual([null, null, null, null, "unread"]);
    expect(describeDeadlines(without(""), "2026-11-22")[4]).toBe("none");
    expect(describeDeadlines(fixedTerm("2026-02-31", "3 Monate"), "2026-11-22")[4]).toBe("unread");
  });
});

describe("state", () => {
  const ON = "2026-11-22";

  it.each([
    ["", "none"],
    [" ", "none"],
    ["keine", "none"],
    ["jederzeit", "any_time"],
    ["fristlos, verlängert sich um 1 Jahr", "any_time"],
    ["3 Monate", "any_time"],
    ["siehe Vertrag", "unread"],
    ["zum Ende des Schuljahres", "unread"],
    ["3 Monate vor Ablauf", "unread"],
    ["3 Monate zum Vertragsende, verlängert sich um 1 Jahr", "unread"],
    ["3 Monate, verlängert sich um 1 Jahr", "unread"],
    ["verlängert sich um 1 Jahr", "unread"],
  ])("the state of an open-ended contract with %j is %s, without a deadline", (text, state) => {
    expect(describeDeadlines(openEnded(text), ON)).toEqual([null, null, null, null, state]);
    expect(validUntil(openEnded(text), ON)).toBe("9999-12-31");
  });

  it("the state of a contract with another basis depends on its text, like that of an open-ended one", () => {
    for (const text of ["", "3 Monate", "3 Monate zum Jahresende", "vor Ablauf"]) {
      expect(
        describeDeadlines({ ...openEnded(text), vertragsgrundlage: "other", projektende: "2027-03-31" }, ON),
      ).toEqual(describeDeadlines(openEnded(text), ON));
    }
  });

  it.each([
    ["2027-02-20", "soon", 90],
    ["2027-02-21", "open", 91],
    ["2026-11-22", "soon", 0],
    ["2026-11-21", "over", -1],
  ])("the state of a term until %s is %s, with %i days left", (end, state, days) => {
    expect(describeDeadlines(fixedTerm(end), ON)).toEqual([null, end, null, days, state]);
  });

  it("the state is over rather than unread, and unread rather than soon", () => {
    expect(describeDeadlines(fixedTerm("2026-11-21", "siehe Vertrag"), ON)).toEqual([
      null,
      "2026-11-21",
      null,
      -1,
      "over",
    ]);
    expect(describeDeadlines(fixedTerm("2026-11-30", "siehe Vertrag"), ON)).toEqual([
      null,
      "2026-11-30",
      null,
      8,
      "unread",
    ]);
  });

  it("the state of a contract that renews is never over", () => {
    expect(describeDeadlines(fixedTerm("2020-12-31", "3 Monate, verlängert sich um 1 Jahr"), ON)[4]).toBe("open");
  });

  it("the state of a finished project is none, without any deadline", () => {
    for (const contract of [
      fixedTerm("2020-12-31", "3 Monate"),
      openEnded("3 Monate zum Jahresende"),
      openEnded("?"),
    ]) {
      expect(describeDeadlines({ ...contract, isFinished: true }, ON)).toEqual([null, null, null, null, "none"]);
    }
  });

  it("stateOn computes the state from stored deadlines without parsing the text again", () => {
    const stored = computeDeadlines(fixedTerm("2027-03-31", "6 Wochen"), ON);
    const states = ["2026-11-22", "2027-02-17", "2027-02-18", "2027-03-31", "2027-04-01"].map((on) =>
      stateOn(stored, on, 30),
    );
    expect(states).toEqual(["open", "soon", "open", "soon", "over"]);
  });
});

describe("end of the calendar", () => {
  it.each(["9999-12-31", "9999-10-01", "0001-01-01"])(
    "deadlinesOf yields only valid days at the end of the calendar, on %s",
    (on) => {
      const texts = [
        "3 Monate zum Jahresende",
        "100 Jahre zum Monatsende",
        "3 Monate, verlängert sich um 100 Jahre",
        "3 Monate",
      ];
      for (const text of texts) {
        for (const contract of [openEnded(text), fixedTerm("9999-12-31", text), fixedTerm("0001-01-01", text)]) {
          const { last_notice_day, ends_on, renews_on } = deadlinesOf(contract, on, SOON);
          for (const day of [last_notice_day, ends_on, renews_on]) if (day) expect(day).toMatch(/^\d{4}-\d\d-\d\d$/);
        }
      }
    },
  );
});

describe("time zones", () => {
  it.each(["UTC", "America/Sao_Paulo", "Asia/Beirut", "Pacific/Auckland", "Pacific/Honolulu"])(
    "time zones do not affect deadlines: %s",
    (zone) => {
      vi.stubEnv("TZ", zone);
      expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone);
      expect(lastAndEnd(openEnded("6 Wochen zum Quartalsende"), "2027-02-01")).toEqual(["2027-02-17", "2027-03-31"]);
      // In São Paulo clocks changed at midnight at the start of 4 November 2018.
      expect(lastAndEnd(fixedTerm("2018-11-04", "14 Tage"), "2018-10-01")).toEqual(["2018-10-21", "2018-11-04"]);
      expect(describeDeadlines(fixedTerm("2027-03-28", "1 Woche"), "2027-03-01").slice(0, 4)).toEqual([
        "2027-03-21",
        "2027-03-28",
        null,
        20,
      ]);
      vi.unstubAllEnvs();
    },
  );
});
