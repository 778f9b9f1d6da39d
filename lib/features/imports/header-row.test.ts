import { describe, expect, it } from "vitest";
import { definitionOf } from "@/lib/model/kinds/registry";
import { headerRowOf } from "./header-row";

const [person, institution] = [definitionOf("person"), definitionOf("institution")];
/** Stands for the words of a language; the fields' own names are known in any case. */
const words = (key: string) => key;
const rowOf = (...rows: string[][]) => headerRowOf(person, rows, [words]);

describe("header rows", () => {
  it("the header row of a plain table is the first row", () => {
    expect(rowOf(["Vorname", "Nachname", "email"], ["Eva", "Adam", "e@x.example"])).toBe(0);
  });

  it("finds the header row below a title and blank cells by known headers", () => {
    expect(
      rowOf(["Kontakte 2025", "", ""], ["", "Stand: Mai", ""], ["Name", "Vorname", "Tel."], ["Adam", "Eva", "1"]),
    ).toBe(2);
  });

  it("the header row is the first row with several cells if no header is known", () => {
    expect(rowOf(["Kontakte 2025", ""], ["Alpha", "Beta"], ["1", "2"])).toBe(1);
  });

  it("the header row of a table with one column is the first row, whatever its header", () => {
    expect(rowOf(["Alpha"], ["Beta"], ["Gamma"])).toBe(0);
  });

  it("a row of data that happens to contain one known header is not the header row", () => {
    expect(rowOf(["Alpha", "Beta"], ["Name", "x"], ["1", "2"])).toBe(0);
  });

  it("the header row is the row with more known headers, not the row of merged cells above", () => {
    const group = ["Institution", "", "Ansprechperson", ""];
    const headers = ["Name", "Branchen", "Name", "E-Mail"];
    expect(headerRowOf(institution, [group, headers, ["Uni A", "Bildung", "M", "m@a.example"]], [words])).toBe(1);
  });

  it("the header row is the fullest one of several rows with as many known headers, else the first", () => {
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

  it("finds a header row that names one field twice", () => {
    expect(rowOf(["Liste", "", ""], ["Telefon", "Tel.", "Wer"])).toBe(1);
  });
});
