import { describe, expect, it } from "vitest";
import { PROJECT_STATUS } from "@/lib/model/kinds/project";
import { daysLater } from "@/lib/model/fields/day";
import { hrkQuery, SHIPPED_QUESTIONS, shippedQuestionHref } from "./shipped-questions";
import { parseStatisticsAddress } from "./statistics-query";

const parsedOn = (index: number, today: string) =>
  parseStatisticsAddress(new URLSearchParams(SHIPPED_QUESTIONS[index]?.query), today);

it("shipped questions are addresses of the page of statistics", () => {
  expect(SHIPPED_QUESTIONS.map(shippedQuestionHref)).toEqual([
    "/charts?question=hrk",
    "/charts?from=today-120m&to=last_year_end&step=year&by=fakultaet",
    "/charts?count=institutions&by=land&map=world",
  ]);
});

it("the annual report has the ten last years on every day of leap years and others", () => {
  for (let today = "2026-12-01"; today < "2029-02-01"; today = daysLater(today, 1)) {
    const { question, errors } = parsedOn(1, today);
    const year = Number(today.slice(0, 4));
    const expected = Array.from({ length: 10 }, (_, index) => `${year - 10 + index}-12-31`);
    expect({ days: question.days, errors }, today).toEqual({ days: expected, errors: {} });
  }
});

it("the map of partners counts institutions of today by country", () => {
  expect(parsedOn(2, "2026-11-28")).toMatchObject({
    question: { days: ["2026-11-28"], by: ["land"], counted: "institutions" },
    mapView: "world",
    errors: {},
  });
});

describe("hrkQuery", () => {
  const query = hrkQuery([...Object.values(PROJECT_STATUS), 17]);

  it("leaves out projects in planning and on hold, and has statuses that users have added", () => {
    expect(query.get("where[status][in]")).toBe("2,3,5,6,17");
  });

  it("counts projects on 31 December of last year by country and organisational form", () => {
    expect(parseStatisticsAddress(query, "2027-01-01")).toEqual({
      question: { days: ["2026-12-31"], by: ["land", "organisationsform"], counted: "projects" },
      mapView: undefined,
      dayTexts: { on: "last_year_end" },
      errors: {},
    });
  });
});
