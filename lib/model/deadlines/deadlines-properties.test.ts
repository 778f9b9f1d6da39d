import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CORPUS } from "@/tests/fixtures/notice-periods";
import { after, before, daysBetween, isDay } from "./days";
import { deadlinesOf, computeDeadlines, stateOn, validUntil, type Contract, type Deadlines } from "./deadlines";

const ONE_DAY = { amount: 1, unit: "days" } as const;
const next = (day: string, days = 1) => after(day, ONE_DAY, days);

/**
 * Generates days; those around leap days, month ends and year changes occur more often than others.
 */
const day = fc.oneof(
  fc.integer({ min: 0, max: 40_000 }).map((days) => next("1999-12-01", days)),
  fc.constantFrom("2024-02-28", "2024-02-29", "2024-03-01", "2027-02-28", "2027-03-01", "2026-12-31", "2027-01-01"),
  fc.constantFrom("2027-01-31", "2027-03-31", "2027-06-30", "2027-09-30", "2027-05-31", "2100-02-28", "2000-02-29"),
);
const number = fc.integer({ min: 1, max: 24 });
const unitName = fc.constantFrom("Tage", "Wochen", "Monate", "Jahre");
const period = fc.tuple(number, unitName).map(([amount, name]) => `${amount} ${name}`);
const point = fc.constantFrom(
  ...["Monatsende", "Quartalsende", "Halbjahresende", "Jahresende", "Semesterende", "Vertragsende"],
  ...["31.07.", "29.02.", "30.6.", "1.1.", "31.12."],
);
const renewal = fc.tuple(fc.constantFrom("verlängert sich um", "renews for"), period).map((parts) => parts.join(" "));
const text = fc.oneof(
  fc
    .tuple(period, fc.option(point), fc.option(renewal))
    .map(([notice, to, renews]) => `${notice}${to ? ` zum ${to}` : ""}${renews ? `, ${renews}` : ""}`),
  renewal,
  fc.constantFrom(...CORPUS.map(({ wording }) => wording), ""),
);
const contract: fc.Arbitrary<Contract> = fc.record({
  kuendigungsfrist: text,
  vertragsgrundlage: fc.constantFrom("fixed_term", "fixed_term", "open_ended", "other"),
  projektende: fc.option(day, { freq: 9 }),
  isFinished: fc.integer({ min: 0, max: 9 }).map((one) => one === 0),
});

const RUNS = { numRuns: 1_500 };
const daysOf = ({ last_notice_day, ends_on, renews_on }: Deadlines) => [last_notice_day, ends_on, renews_on];
const at = (of: Contract, on: string) => deadlinesOf(of, on, 90);

describe("deadlines of any contract on any day", () => {
  it("deadlines have a notice day between today and the end, and a renewal on the day after the end", () => {
    fc.assert(
      fc.property(contract, day, (of, on) => {
        const { last_notice_day, ends_on, renews_on, days_left, state } = at(of, on);
        for (const one of [last_notice_day, ends_on, renews_on]) if (one) expect(isDay(one)).toBe(true);
        if (last_notice_day) {
          expect(ends_on && last_notice_day <= ends_on).toBe(true);
          expect(last_notice_day >= on).toBe(true);
        }
        if (renews_on) expect(ends_on && daysBetween(ends_on, renews_on)).toBe(1);
        expect(days_left).toBe(ends_on && daysBetween(on, last_notice_day ?? ends_on));
        expect(state === "over").toBe(ends_on !== null && ends_on < on);
        if (state === "open" || state === "soon")
          expect(days_left! >= 0 && days_left! <= 90 === (state === "soon")).toBe(true);
      }),
      RUNS,
    );
  });

  it("deadlines never move backwards when they are computed for a later day", () => {
    fc.assert(
      fc.property(contract, day, fc.integer({ min: 1, max: 800 }), (of, on, days) => {
        const [today, later] = [at(of, on), at(of, next(on, days))];
        if (today.last_notice_day && later.last_notice_day)
          expect(later.last_notice_day >= today.last_notice_day).toBe(true);
        if (today.ends_on) expect(later.ends_on && later.ends_on >= today.ends_on).toBe(true);
      }),
      RUNS,
    );
  });

  it("deadlines stay the same until the end of their validity, and not a day longer", () => {
    fc.assert(
      fc.property(contract, day, fc.nat(), (of, on, any) => {
        const [today, until] = [daysOf(at(of, on)), validUntil(of, on)];
        expect(until >= on).toBe(true);
        const length = Math.min(daysBetween(on, until), 20_000);
        const between = new Set([0, 1, length, any % (length + 1)].filter((days) => days <= length));
        for (const days of between) expect(daysOf(at(of, next(on, days)))).toEqual(today);
        if (until < "9999-12-31") expect(daysOf(at(of, next(until)))).not.toEqual(today);
      }),
      RUNS,
    );
  });

  it("stored deadlines that are still valid lead to the same state as newly computed ones", () => {
    fc.assert(
      fc.property(contract, day, fc.integer({ min: 0, max: 800 }), (of, on, days) => {
        const stored = computeDeadlines(of, on);
        const later = next(on, days);
        if (later <= stored.valid_until) expect(stateOn(stored, later, 90)).toBe(at(of, later).state);
      }),
      RUNS,
    );
  });

  it("a renewing term ends at the first renewal whose notice day is not past", () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 1, max: 36 }), number, day, (end, months, weeks, on) => {
        const kuendigungsfrist = `${weeks} Wochen, verlängert sich um ${months} Monate`;
        const { ends_on, last_notice_day } = at(
          { kuendigungsfrist, vertragsgrundlage: "fixed_term", projektende: end, isFinished: false },
          on,
        );
        let times = 0;
        const lastFor = () => next(after(end, { amount: months, unit: "months" }, times), -7 * weeks);
        while (lastFor() < on) times += 1;
        expect([last_notice_day, ends_on]).toEqual([lastFor(), after(end, { amount: months, unit: "months" }, times)]);
      }),
      { numRuns: 300 },
    );
  });

  it("a contract ends at the first point that leaves time for notice, as found by trying each day", () => {
    const points: [string, (end: string) => boolean][] = [
      ["Monatsende", (end) => next(end).endsWith("-01")],
      ["Quartalsende", (end) => /-(03-31|06-30|09-30|12-31)$/.test(end)],
      ["Halbjahresende", (end) => /-(06-30|12-31)$/.test(end)],
      ["Jahresende", (end) => end.endsWith("-12-31")],
      ["Semesterende", (end) => /-(03-31|09-30)$/.test(end)],
      ["31.07.", (end) => end.endsWith("-07-31")],
      ["29.02.", (end) => next(end).endsWith("-03-01")],
    ];
    const units = fc.constantFrom(
      ["Tage", "days"] as const,
      ["Wochen", "weeks"] as const,
      ["Monate", "months"] as const,
    );
    fc.assert(
      fc.property(fc.constantFrom(...points), number, units, day, ([to, isEnd], amount, [name, unit], on) => {
        const kuendigungsfrist = `${amount} ${name} zum ${to}`;
        let end = on;
        while (!isEnd(end) || before(end, { amount, unit }) < on) end = next(end);
        const found = at(
          { kuendigungsfrist, vertragsgrundlage: "open_ended", projektende: null, isFinished: false },
          on,
        );
        expect([found.last_notice_day, found.ends_on]).toEqual([before(end, { amount, unit }), end]);
      }),
      { numRuns: 300 },
    );
  });
});
