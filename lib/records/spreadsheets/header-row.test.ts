import { describe, expect, it } from "vitest";
import { definitionOf } from "../kinds/registry";
import { headerRowOf } from "./header-row";

const person = definitionOf("person");
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
});
