import { expect, it } from "vitest";
import { deadlinesOf } from "./deadlines";

/* What users of GLPI have reported as wrong, by the number of the report (docs/reference/reported-renewals.md). */

it.each([
  {
    report: 6004,
    kuendigungsfrist: "3 Monate vor Ablauf, verlängert sich um 12 Monate",
    projektende: "2021-09-26",
    on: "2019-06-06",
    expected: { ends_on: "2021-09-26", last_notice_day: "2021-06-26" },
  },
  {
    report: 14703,
    kuendigungsfrist: "3 Monate vor Ablauf, verlängert sich um 12 Monate",
    projektende: "2019-12-31",
    on: "2020-06-01",
    expected: { ends_on: "2020-12-31", last_notice_day: "2020-09-30" },
  },
  {
    report: 15893,
    kuendigungsfrist: "3 Monate vor Ablauf, verlängert sich um 1 Jahr",
    projektende: "2023-07-31",
    on: "2023-10-31",
    expected: { ends_on: "2024-07-31", last_notice_day: "2024-04-30" },
  },
  {
    report: 18954,
    kuendigungsfrist: "3 Monate vor Ablauf",
    projektende: "2025-01-31",
    on: "2024-12-01",
    expected: { ends_on: "2025-01-31", last_notice_day: null },
  },
  {
    report: 23084,
    kuendigungsfrist: "2 Monate vor Ablauf, verlängert sich um 12 Monate",
    projektende: "2025-08-28",
    on: "2026-02-11",
    expected: { ends_on: "2026-08-28", last_notice_day: "2026-06-28" },
  },
])("the deadlines of report $report are right", ({ kuendigungsfrist, projektende, on, expected }) => {
  const contract = { kuendigungsfrist, projektende, vertragsgrundlage: "fixed_term" as const, isFinished: false };
  expect(deadlinesOf(contract, on, 180)).toMatchObject(expected);
});
