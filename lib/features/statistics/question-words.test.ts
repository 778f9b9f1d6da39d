import { describe, expect, it } from "vitest";
import { recordWords } from "@/lib/store/records/record-words";
import { questionText, statementText, type WordedQuestion } from "./question-words";

const ON_DAY: WordedQuestion = { days: ["2025-12-31"], by: ["land"], counted: "projects" };

describe("questionText", () => {
  it("names what is counted, the day and the field", () => {
    expect(questionText(ON_DAY, recordWords("de"), "de")).toBe(
      "Wie viele Kooperationsprojekte waren am 31.12.2025 aktiv, nach Land?",
    );
    expect(questionText(ON_DAY, recordWords("en"), "en")).toBe(
      "How many cooperation projects were active on 31.12.2025, by country?",
    );
  });

  it("names the first and the last day, the steps, and two fields", () => {
    const period = { from: "2016-01-01", to: "2025-12-31", step: "year" } as const;
    const days = ["2016-12-31", "2020-12-31", "2025-12-31"];
    const question: WordedQuestion = { days, by: ["land", "organisationsform"], counted: "institutions", period };
    expect(questionText(question, recordWords("de"), "de")).toBe(
      "Wie viele Partnerinstitutionen waren vom 31.12.2016 bis zum 31.12.2025 an jedem Jahresende aktiv, nach Land und Organisationsform?",
    );
  });

  it("ends after the day without a field", () => {
    expect(questionText({ ...ON_DAY, by: [] }, recordWords("de"), "de")).toBe(
      "Wie viele Kooperationsprojekte waren am 31.12.2025 aktiv?",
    );
  });
});

describe("statementText", () => {
  it("is the heading of the answer", () => {
    expect(statementText(ON_DAY, recordWords("de"), "de")).toBe(
      "Kooperationsprojekte, die am 31.12.2025 aktiv waren, nach Land",
    );
  });
});
