import { expect, it } from "vitest";
import { withDays, withRelativeDays } from "./relative-days";

it("withDays replaces relative days in day filters, and nothing else", () => {
  const resolved = (text: string) => Object.fromEntries(withDays(new URLSearchParams(text), "2026-11-30"));
  expect(
    resolved(
      "where[projektende][from]=today&where[projektende][to]=today%2B3m&where[projektbeginn][to]=today+3m&where[created][from]=today-7d&where[bestaetigt_am][before]=today-12m&filter=today",
    ),
  ).toEqual({
    "where[projektende][from]": "2026-11-30",
    "where[projektende][to]": "2027-02-28",
    "where[projektbeginn][to]": "2027-02-28",
    "where[created][from]": "2026-11-23",
    "where[bestaetigt_am][before]": "2025-11-30",
    filter: "today",
  });
  expect(resolved("where[projektende][to]=2026-01-01&where[a][from]=tomorrow")).toEqual({
    "where[projektende][to]": "2026-01-01",
    "where[a][from]": "tomorrow",
  });
});

it("withDays replaces 31 December of last year in the days of lists and statistics, and in no filter", () => {
  const resolved = (text: string, today: string) => `${withDays(new URLSearchParams(text), today)}`;
  expect(resolved("active_on=last_year_end&on=last_year_end&from=last_year_end&to=last_year_end", "2026-01-01")).toBe(
    "active_on=2025-12-31&on=2025-12-31&from=2025-12-31&to=2025-12-31",
  );
  expect(resolved("active_on=last_year_end", "2026-12-31")).toBe("active_on=2025-12-31");
  expect(resolved("active_on=today-1m", "2026-03-31")).toBe("active_on=2026-02-28");
  expect(resolved("filter=last_year_end&sortBy=last_year_end", "2026-01-01")).toBe(
    "filter=last_year_end&sortBy=last_year_end",
  );
  const filter = { "where[projektende][from]": "last_year_end" };
  expect(Object.fromEntries(withDays(new URLSearchParams(filter), "2026-01-01"))).toEqual(filter);
});

it("withRelativeDays replaces 31 December of last year only in the days of lists and statistics", () => {
  const parameters = new URLSearchParams("active_on=2025-12-31&where[a][to]=2025-12-31");
  expect(Object.fromEntries(withRelativeDays(parameters, "2026-11-22"))).toEqual({
    active_on: "last_year_end",
    "where[a][to]": "2025-12-31",
  });
  // On 31 December itself, another year's end is twelve months away.
  expect(`${withRelativeDays(new URLSearchParams("active_on=2025-12-31"), "2025-12-31")}`).toBe("active_on=today");
});

it("withRelativeDays replaces today and the days whole months from it, and no other day", () => {
  const relativeParameters = (text: string) =>
    Object.fromEntries(withRelativeDays(new URLSearchParams(text), "2026-11-22"));
  expect(
    relativeParameters(
      "where[a][from]=2026-11-22&where[a][to]=2027-11-22&where[b][from]=2026-05-22&where[b][to]=2026-11-23",
    ),
  ).toEqual({
    "where[a][from]": "today",
    "where[a][to]": "today+12m",
    "where[b][from]": "today-6m",
    "where[b][to]": "2026-11-23",
  });
  expect(relativeParameters("filter=2026-11-22")).toEqual({ filter: "2026-11-22" });
});
