import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readNoticePeriod, type Point } from "@/lib/model/deadlines/notice-period";
import { noticePhrase } from "./notice-phrase";

const POINTS: readonly Point[] = ["month", "quarter", "half_year", "year", "term", "contract_end", "07-31", "02-29"];
const LANGUAGES = ["de", "en"] as const;

describe("noticePhrase", () => {
  it("noticePhrase puts a period, a point and a renewal in words", () => {
    const notice = {
      period: { amount: 3, unit: "months" },
      isAnyTime: false,
      point: "contract_end",
      renews: { amount: 1, unit: "years" },
    } as const;
    expect(noticePhrase(notice, "de")).toBe("3 Monate vor Ablauf, verlängert sich automatisch um 1 Jahr");
    expect(noticePhrase(notice, "en")).toBe("3 months before expiry, renews automatically by 1 year");
  });

  it.each(LANGUAGES)("noticePhrase puts at any time in words (%s)", (language) => {
    const phrase = noticePhrase({ period: null, isAnyTime: true, point: null, renews: null }, language);
    expect(readNoticePeriod(phrase ?? "")?.amount).toBe(0);
  });

  it("noticePhrase returns null for a period that the engine does not read", () => {
    const period = { amount: 500, unit: "years" } as const;
    expect(noticePhrase({ period, isAnyTime: false, point: null, renews: null }, "de")).toBeNull();
  });

  it("noticePhrase returns null if there is nothing to say", () => {
    expect(noticePhrase({ period: null, isAnyTime: false, point: null, renews: null }, "de")).toBeNull();
  });

  it("noticePhrase is read by the engine as it was meant", () => {
    const unit = fc.constantFrom("days" as const, "weeks" as const, "months" as const, "years" as const);
    const period = fc.record({ amount: fc.integer({ min: 1, max: 60 }), unit });
    fc.assert(
      fc.property(
        period,
        fc.option(fc.constantFrom(...POINTS)),
        fc.option(period),
        fc.constantFrom(...LANGUAGES),
        (one, point, renews, language) => {
          const phrase = noticePhrase({ period: one, isAnyTime: false, point, renews }, language);
          expect(readNoticePeriod(phrase ?? "")).toEqual({ ...one, to: point, renews });
        },
      ),
    );
  });
});
