import { describe, expect, it } from "vitest";
import { activeDays, type ActiveContract } from "./active-days";

/* The table of contract §17: first and last day on which a project is active. */

const BEGIN = "2020-01-15";
const END = "2022-06-30";
const YEARLY = "verlängert sich um 1 Jahr";

const project = (more: Partial<ActiveContract>): ActiveContract => ({
  vertragsgrundlage: "fixed_term",
  projektbeginn: BEGIN,
  projektende: END,
  kuendigungsfrist: "",
  isFinished: false,
  finishedOn: null,
  isNeverActive: false,
  ...more,
});

/** Returns the last active day; "never" for a project that is active on no day, "no_end" if only its last day is unknown. */
function lastDay(more: Partial<ActiveContract>): string | null {
  const { first, last, isNever } = activeDays(project(more));
  expect(first).toBe(more.projektbeginn === undefined ? BEGIN : more.projektbeginn);
  if (!isNever) return last;
  return last === null && !more.isNeverActive ? "no_end" : "never";
}
const finished = (finishedOn: string | null, more: Partial<ActiveContract> = {}) =>
  lastDay({ isFinished: true, finishedOn, ...more });

describe("a fixed term", () => {
  it("a fixed term that is not finished is active until its end, also after it", () => {
    expect(lastDay({})).toBe(END);
  });

  it.each([
    ["2021-03-01", "2021-02-28"],
    ["2020-03-01", "2020-02-29"],
    ["2022-06-29", "2022-06-28"],
    ["2022-06-30", "2022-06-29"],
    ["2022-07-01", END],
    ["2024-01-01", END],
  ])("a fixed term until 30 June 2022 that is finished since %s is active until %s", (finishedOn, last) => {
    expect(finished(finishedOn)).toBe(last);
  });

  it("a fixed term that was finished on an unknown day is active until its end", () => {
    expect(finished(null)).toBe(END);
  });

  it.each(["3 Monate", "keine Verlängerung", "wie besprochen", "verlängert sich gelegentlich", "jederzeit"])(
    "a fixed term with the text “%s” is not renewed",
    (kuendigungsfrist) => {
      expect(lastDay({ kuendigungsfrist })).toBe(END);
      expect(finished("2024-01-01", { kuendigungsfrist })).toBe(END);
      expect(finished(null, { kuendigungsfrist })).toBe(END);
    },
  );

  it.each([[null], ["unbekannt"]])("a fixed term with the end %s is like any other basis", (projektende) => {
    expect(lastDay({ projektende })).toBeNull();
    expect(lastDay({ projektende, kuendigungsfrist: YEARLY })).toBeNull();
    expect(finished("2021-03-01", { projektende })).toBe("2021-02-28");
    expect(finished(null, { projektende })).toBe("no_end");
  });
});

describe("a fixed term that is renewed", () => {
  const renewed = { kuendigungsfrist: YEARLY };

  it("a renewed fixed term that is not finished has no last day", () => {
    expect(lastDay(renewed)).toBeNull();
    expect(
      lastDay({ kuendigungsfrist: "3 Monate zum Vertragsende, verlängert sich automatisch um 6 Monate" }),
    ).toBeNull();
  });

  it.each([
    ["2021-03-01", "2021-02-28"],
    ["2022-06-30", "2022-06-29"],
    ["2022-07-01", END],
    ["2023-06-30", END],
    ["2023-07-01", "2023-06-30"],
    ["2024-06-30", "2023-06-30"],
    ["2056-01-01", "2055-06-30"],
  ])("a fixed term with yearly renewal that is finished since %s is active until %s", (finishedOn, last) => {
    expect(finished(finishedOn, renewed)).toBe(last);
  });

  it("a renewed fixed term that was finished on an unknown day is active until its first end", () => {
    expect(finished(null, renewed)).toBe(END);
  });

  it.each([
    ["2020-01-31", "verlängert sich um 1 Monat", "2020-03-01", "2020-02-29"],
    ["2020-01-31", "verlängert sich um 1 Monat", "2020-04-01", "2020-03-31"],
    ["2020-01-31", "verlängert sich um 1 Monat", "2020-05-01", "2020-04-30"],
    ["2020-01-31", "verlängert sich um 1 Monat", "2020-05-31", "2020-04-30"],
    ["2020-01-31", "verlängert sich um 1 Monat", "2040-03-30", "2040-02-29"],
    ["2020-02-29", YEARLY, "2021-03-01", "2021-02-28"],
    ["2020-02-29", YEARLY, "2024-03-01", "2024-02-29"],
    ["2020-02-29", YEARLY, "2024-02-29", "2023-02-28"],
    ["2020-03-01", "verlängert sich um 2 Wochen", "2020-03-30", "2020-03-29"],
    ["2020-03-01", "verlängert sich um 30 Tage", "2020-03-31", "2020-03-01"],
    ["2020-03-01", "verlängert sich um 30 Tage", "2020-04-01", "2020-03-31"],
  ])("a term until %s that “%s” and is finished since %s is active until %s", (projektende, text, finishedOn, last) => {
    expect(finished(finishedOn, { projektende, projektbeginn: null, kuendigungsfrist: text })).toBe(last);
  });

  it("the last renewal before the end of the calendar is found", () => {
    expect(finished("9999-12-31", { projektende: "9999-12-30", kuendigungsfrist: YEARLY })).toBe("9999-12-30");
    expect(finished("9999-12-31", { kuendigungsfrist: "verlängert sich um 1 Tag" })).toBe("9999-12-30");
    expect(finished("2022-07-02", { kuendigungsfrist: "verlängert sich um 100 Jahre" })).toBe(END);
  });
});

describe.each(["open_ended", "other"] as const)("the basis %s", (vertragsgrundlage) => {
  it.each(["", YEARLY, "3 Monate zum Jahresende", "wie besprochen"])(
    `a project of the basis ${vertragsgrundlage} with the text “%s” goes by its status alone`,
    (kuendigungsfrist) => {
      for (const projektende of [null, END]) {
        const more = { vertragsgrundlage, projektende, kuendigungsfrist };
        expect(lastDay(more)).toBeNull();
        expect(finished("2021-03-01", more)).toBe("2021-02-28");
        expect(finished("2030-01-01", more)).toBe("2029-12-31");
        expect(finished(null, more)).toBe("no_end");
      }
    },
  );
});

describe("the first day", () => {
  it("a project without a begin counts as begun", () => {
    expect(activeDays(project({ projektbeginn: null }))).toEqual({ first: null, last: END, isNever: false });
    expect(activeDays(project({ projektbeginn: null, vertragsgrundlage: "other" }))).toEqual({
      first: null,
      last: null,
      isNever: false,
    });
    expect(finished("2010-01-01", { projektbeginn: null })).toBe("2009-12-31");
  });

  it("a project that was finished on its first day or before it is active on no day", () => {
    expect(finished(BEGIN)).toBe("never");
    expect(finished("2019-05-05")).toBe("never");
    expect(finished("2019-05-05", { kuendigungsfrist: YEARLY })).toBe("never");
    expect(finished("2019-05-05", { vertragsgrundlage: "other" })).toBe("never");
  });

  it("a project that was finished on the day after its first one is active on one day", () => {
    expect(activeDays(project({ isFinished: true, finishedOn: "2020-01-16" }))).toEqual({
      first: BEGIN,
      last: BEGIN,
      isNever: false,
    });
  });

  it("a term of one day is one active day, and one that ends before its begin none", () => {
    expect(activeDays(project({ projektende: BEGIN }))).toEqual({ first: BEGIN, last: BEGIN, isNever: false });
    expect(lastDay({ projektende: "2020-01-14" })).toBe("never");
    expect(finished(null, { projektende: "2020-01-14" })).toBe("never");
  });
});

describe("a status that is never active", () => {
  it.each<[string, Partial<ActiveContract>]>([
    ["not finished", {}],
    ["renewed", { kuendigungsfrist: YEARLY }],
    ["open-ended", { vertragsgrundlage: "open_ended" }],
    ["finished", { isFinished: true, finishedOn: "2021-01-01" }],
    ["finished on an unknown day", { isFinished: true }],
    ["without an end for want of the day", { isFinished: true, vertragsgrundlage: "other" }],
  ])("a project that is %s is active on no day if its status says so", (_, more) => {
    expect(lastDay({ ...more, isNeverActive: true })).toBe("never");
  });
});

it("the day on which a project was finished does not matter while it is not finished", () => {
  expect(lastDay({ finishedOn: "2021-01-01" })).toBe(END);
  expect(lastDay({ finishedOn: "2021-01-01", vertragsgrundlage: "other" })).toBeNull();
});
