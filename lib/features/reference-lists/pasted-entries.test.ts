import { describe, expect, it } from "vitest";
import { ENTRIES_ADDED_MAX, PASTED_ENTRIES_MAX_CHARACTERS } from "@/lib/model/limits";
import { addedEntry, readPastedEntries } from "./pasted-entries";

const TITLES = { list: "titel", group: null } as const;
const paste = (text: string, existing: string[] = []) => readPastedEntries(TITLES, text, existing);
const namesIn = (text: string) => paste(text).entries.map(({ names }) => names);
const statesIn = (text: string, existing: string[] = []) => paste(text, existing).entries.map(({ state }) => state);

describe("readPastedEntries", () => {
  it.each([
    ["a semicolon", "Informatik;Computer Science", [["Informatik", "Computer Science"]]],
    ["a tab", "Informatik\tComputer Science", [["Informatik", "Computer Science"]]],
    ["nothing, for both languages", "Informatik", [["Informatik", "Informatik"]]],
    ["a semicolon without a second name, for both languages", "Informatik; ", [["Informatik", "Informatik"]]],
    ["a tab without a second name, for both languages", "Informatik\t", [["Informatik", "Informatik"]]],
    ["a tab, with a semicolon in a name", "Bau; Statik\tConstruction", [["Bau; Statik", "Construction"]]],
  ])("reads names that are separated by %s", (_case, text, names) => {
    expect(namesIn(text)).toEqual(names);
  });

  it("reads lines with tabs and lines with semicolons", () => {
    const names = [
      ["A", "B"],
      ["C", "D"],
      ["E", "E"],
    ];
    expect(namesIn("A\tB\nC;D\nE")).toEqual(names);
  });

  it.each(["A;B\r\nC\r\n", "A;B\nC", "A;B\rC\r", "\uFEFFA;B\r\n\r\n;\r\n \t \r\nC"])(
    "reads the lines of %j without blank ones and the byte order mark",
    (text) => {
      expect(namesIn(text.replace("\t", ""))).toEqual([
        ["A", "B"],
        ["C", "C"],
      ]);
    },
  );

  it.each([
    ['"Bau; Statik";"The ""Lab"""', "Bau; Statik", 'The "Lab"'],
    ['"Zwei\r\nZeilen"\tTwo', "Zwei Zeilen", "Two"],
    ['Das "Labor"\tThe "lab"', 'Das "Labor"', 'The "lab"'],
  ])("reads the quotes of %j as spreadsheets write them", (text, german, english) => {
    expect(namesIn(text)).toEqual([[german, english]]);
  });

  it("adds no line with quotes and semicolons among lines with tabs, of which it cannot tell the cells", () => {
    expect(statesIn('A\tB\n"C; D";E')).toEqual(["new", "columns"]);
  });

  it.each([
    ["three columns", "A;B;C", "columns"],
    ["no German name", ";English", "invalid"],
    ["a name that is too long", `${"x".repeat(101)};B`, "invalid"],
    ["a name that cannot be stored", "A\0;B", "invalid"],
  ])("adds no line with %s", (_case, line, state) => {
    expect(statesIn(`Gut\n${line}`)).toEqual(["new", state]);
  });

  it("names the errors of an invalid line by their columns", () => {
    const [entry] = paste(`;${"x".repeat(101)}`).entries;
    expect(entry?.errors).toEqual({ titel_de: ["required"], titel_en: ["max"] });
  });

  it("finds names that entries have in either language, regardless of case and umlaut spelling", () => {
    const existing = ["Größenlehre", "Theory of Size"];
    expect(statesIn("GROESSENLEHRE;New\nNeu;theory  of size\nNeu;New", existing)).toEqual(["exists", "exists", "new"]);
  });

  it("finds names that an earlier line has in either language", () => {
    expect(statesIn("Physik;Physics\nPHYSIK;Other\nAndere;physik\nAndere;Other")).toEqual([
      "new",
      "repeated",
      "repeated",
      "new",
    ]);
  });

  it("reads the maximum number of lines, and none of more", () => {
    const lines = Array.from({ length: ENTRIES_ADDED_MAX }, (_, index) => `Nr. ${index}`);
    expect(paste(`\n${lines.join("\n\n")}\n`)).toMatchObject({ problem: null });
    expect(paste(lines.join("\n")).entries).toHaveLength(ENTRIES_ADDED_MAX);
    expect(paste([...lines, "mehr"].join("\n"))).toEqual({ entries: [], problem: { code: "too_many" } });
  });

  it("reads nothing of a text that is too long", () => {
    const text = "x".repeat(PASTED_ENTRIES_MAX_CHARACTERS + 1);
    expect(paste(text)).toEqual({ entries: [], problem: { code: "too_long" } });
  });

  it("names the line of a quote that is not closed", () => {
    expect(paste('A;B\n"C;D\nE')).toEqual({ entries: [], problem: { code: "unclosed_quote", line: 2 } });
  });

  it("reads nothing of a blank text", () => {
    expect(paste(" \n\t\n;;\n")).toEqual({ entries: [], problem: null });
  });
});

describe("addedEntry", () => {
  it("has the names by the columns of the list, and the group", () => {
    const target = { list: "verknuepfungsrollen", group: "project_person" } as const;
    expect(addedEntry(target, ["Leitung", "Lead"])).toEqual({
      rolle_de: "Leitung",
      rolle_en: "Lead",
      relation: "project_person",
    });
  });
});
