import { describe, expect, it } from "vitest";
import { sentencesOf } from "./contract-sentences";
import { outlineOf, type Outline } from "./sentence-outline";

function outline(text: string): Outline {
  const [sentence] = sentencesOf([text]).sentences;
  if (!sentence) throw new Error("No sentence");
  return outlineOf(sentence);
}

const periodsOf = (text: string) =>
  outline(text).periods.map(({ period }) => period && `${period.amount} ${period.unit}`);
const pointsOf = (text: string) => outline(text).points.map(({ point }) => point);

describe("outlineOf", () => {
  it.each([
    ["Er gilt ab 1. Mai 2026 für fünf Jahre.", "er gilt ab {d0} fuer {p0}."],
    ["It runs for five (5) years.", "it runs for {p0}."],
    ["upon one hundred eighty (180) days' written notice", "upon {p0} written notice"],
    ["mit halbjähriger Frist (6 Monate) kündbar", "mit {p0} frist kuendbar"],
    ["on August 15, 2026 (08/15/2026) and", "on {d0} and"],
    ["Er beginnt am ____ und gilt", "er beginnt am {blank} und gilt"],
  ])("outlineOf writes %j as %j", (text, written) => {
    expect(outline(text).text).toBe(written);
  });

  it.each([
    ["sechsunddreißig (36) Monate", "36 months"],
    ["sechs Wochen", "6 weeks"],
    ["one-year periods", "1 years"],
    ["dreimonatige Frist", "3 months"],
    ["for the duration of a year", "1 years"],
  ])("outlineOf reads the period %s", (text, period) => {
    expect(periodsOf(text)).toEqual([period]);
  });

  it.each(["five (6) years", "two to three years", "drei bis fünf Jahre"])("outlineOf doubts %s", (text) => {
    expect(periodsOf(text)).toContain(null);
  });

  it.each(["at the end of a month", "zum 31. Januar eines Jahres", "Lehre and Forschung"])(
    "outlineOf finds no period in %s",
    (text) => {
      expect(periodsOf(text)).toEqual([]);
    },
  );

  it.each([
    ["zum Ende eines Semesters", "term"],
    ["zum 31. Juli eines jeden Jahres", "07-31"],
    ["with effect from the end of any calendar year", "year"],
    ["effective on 1 September of a year", "09-01"],
    ["vor Ablauf", "contract_end"],
  ])("outlineOf finds the point %s", (text, point) => {
    expect(pointsOf(text)).toEqual([point]);
  });

  it.each(["zum 31.12.2027", "to the other party", "may end the internship", "from the end of the table"])(
    "outlineOf finds no point in %s",
    (text) => {
      expect(pointsOf(text)).toEqual([]);
    },
  );
});
