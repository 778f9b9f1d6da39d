import { createTranslator } from "next-intl";
import { describe, expect, it } from "vitest";
import { deadlinesOf } from "@/lib/model/deadlines/deadlines";
import { LOCALES, type Locale } from "@/lib/model/messages/i18n";
import de from "@/messages/de.json";
import en from "@/messages/en.json";
import { contractOf } from "@/lib/model/deadlines/deadline-contract";
import { DEADLINE_STATES } from "@/lib/model/deadlines/deadline-states";
import { deadlineSentences, distanceText } from "./deadline-words";

const words = (locale: Locale) => createTranslator({ locale, messages: { de, en }[locale], namespace: "deadlines" });

const describeDeadlines = (kuendigungsfrist: string, projektende: string | null, locale: Locale = "de") => {
  const contract = contractOf({ kuendigungsfrist, projektende, vertragsgrundlage: projektende ? 1 : 0 });
  const days = deadlinesOf({ ...contract, isFinished: false }, "2027-03-10", 90);
  return [...deadlineSentences(days, words(locale)), distanceText(days.days_left, words(locale))].join(" ");
};

describe("deadline sentences", () => {
  it.each([
    ["3 Monate zum Jahresende", null, "Letzter Kündigungstag: 30.09.2027 zum 31.12.2027. in 204 Tagen"],
    [
      "3 Monate, verlängert sich um 1 Jahr",
      "2027-12-31",
      "Letzter Kündigungstag: 30.09.2027 zum 31.12.2027. Danach verlängert sich der Vertrag am 01.01.2028. in 204 Tagen",
    ],
    ["verlängert sich um 1 Jahr", "2027-12-31", "Verlängert sich am 01.01.2028. in 296 Tagen"],
    ["3 Monate", "2027-03-11", "Endet am 11.03.2027; der letzte Kündigungstag ist vorbei. morgen"],
    ["", "2027-03-10", "Endet am 10.03.2027. heute"],
    ["", "2027-03-09", "Am 09.03.2027 abgelaufen. gestern"],
    ["3 Monate", null, "Jederzeit kündbar mit einer Frist von 3 Monaten. "],
    ["jederzeit", null, "Jederzeit kündbar. "],
    ["", null, ""],
    ["wie besprochen", null, ""],
  ])("describes the notice period %j with the end %s", (text, end, expected) => {
    expect(describeDeadlines(text, end)).toBe(expected);
  });

  it("describes deadlines in English", () => {
    expect(describeDeadlines("1 month", null, "en")).toBe("Can be terminated at any time with one month’s notice. ");
  });

  it.each([
    [400, "in 400 Tagen", "in 400 days"],
    [401, "in rund einem Jahr", "in about a year"],
    [3650, "in rund 10 Jahren", "in about 10 years"],
    [-400, "vor 400 Tagen", "400 days ago"],
    [-401, "vor rund einem Jahr", "about a year ago"],
    [-730, "vor rund 2 Jahren", "about 2 years ago"],
  ])("gives a distance of %i days as %j", (days, german, english) => {
    expect(distanceText(days, words("de"))).toBe(german);
    expect(distanceText(days, words("en"))).toBe(english);
  });

  it("each deadline state has a name in both languages and a stable id", () => {
    expect(DEADLINE_STATES.map(({ id, state }) => [id, state])).toEqual([
      [1, "over"],
      [2, "soon"],
      [3, "unread"],
      [4, "open"],
      [5, "any_time"],
      [6, "none"],
    ]);
    for (const locale of LOCALES) {
      for (const entry of DEADLINE_STATES) expect(entry[`name_${locale}`]).not.toBe("");
    }
  });
});
