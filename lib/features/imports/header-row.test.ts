import { describe, expect, it } from "vitest";
import { definitionOf } from "@/lib/model/kinds/registry";
import { headerRowOf } from "./header-row";

const [person, institution] = [definitionOf("person"), definitionOf("institution")];
/** Stands for the words of a language; the fields' own names are known in any case. */
const words = (key: string) => key;
const rowOf = (...rows: string[][]) => headerRowOf(person, rows, [words]);

describe("the header row of a table", () => {
  it("is the first row of a plain table", () => {
    expect(rowOf(["Vorname", "Nachname", "email"], ["Eva", "Adam", "e@x.example"])).toBe(0);
  });

  it("is found below a title and blank cells by known headers", () => {
    expect(
      rowOf(["Kontakte 2025", "", ""], ["", "Stand: Mai", ""], ["Name", "Vorname", "Tel."], ["Adam", "Eva", "1"]),
    ).toBe(2);
  });

  it("is the first row with several cells where no header is known", () => {
    expect(rowOf(["Kontakte 2025", ""], ["Alpha", "Beta"], ["1", "2"])).toBe(1);
  });

  it("is the first row of a table with one column, whatever it is called", () => {
    expect(rowOf(["Alpha"], ["Beta"], ["Gamma"])).toBe(0);
  });

  it("is not a row of data that happens to contain one known header", () => {
    expect(rowOf(["Alpha", "Beta"], ["Name", "x"], ["1", "2"])).toBe(0);
  });

  it("is not the row of merged cells above it, but the row with more known headers", () => {
    const group = ["Institution", "", "Ansprechperson", ""];
    const headers = ["Name", "Branchen", "Name", "E-Mail"];
    expect(headerRowOf(institution, [group, headers, ["Uni A", "Bildung", "M", "m@a.example"]], [words])).toBe(1);
  });

  it("is the one with the most filled cells of several rows with as many known headers, else the first", () => {
    const group = ["Institution", "", "Ansprechperson", ""];
    expect(headerRowOf(institution, [group, ["Name", "Land", "Person", "E-Mail"]], [words])).toBe(1);
    expect(
      headerRowOf(
        institution,
        [
          ["Name", "E-Mail"],
          ["Institution", "Telefon"],
        ],
        [words],
      ),
    ).toBe(0);
  });

  it("is found in a row that names one field twice", () => {
    expect(rowOf(["Liste", "", ""], ["Telefon", "Tel.", "Wer"])).toBe(1);
  });
});
