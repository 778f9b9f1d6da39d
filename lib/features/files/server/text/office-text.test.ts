import { describe, expect, it } from "vitest";
import { odtOf } from "@/lab/contracts/agreement-odt";
import { READ_MAX_CHARACTERS } from "@/lib/model/limits";
import { docxOf } from "@/prisma/demo/agreements/agreement-docx";
import { zipOf } from "@/tests/support/records/archives";
import { FILE_TYPES } from "../../file-types";
import { readOfficeText } from "./office-text";
import { TextLimit } from "./text-limit";

const readDocx = async (body: string) => readOfficeText(await docxOf(body), FILE_TYPES[".docx"], new TextLimit());
const readOdt = async (body: string) => readOfficeText(await odtOf(body), FILE_TYPES[".odt"], new TextLimit());
const run = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`;

describe("the text of a docx", () => {
  it.each([
    [
      "is that of its runs, with a line for each paragraph",
      `<w:p>${run("Ver")}${run("trag")}</w:p><w:p>${run("b")}</w:p>`,
      "Vertrag\nb\n",
    ],
    [
      "has tabs and line breaks",
      `<w:p>${run("a")}<w:r><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t></w:r></w:p>`,
      "a\tb\nc\n",
    ],
    [
      "has the cells of tables",
      `<w:tbl><w:tr><w:tc><w:p>${run("a")}</w:p></w:tc><w:tc><w:p>${run("b")}</w:p></w:tc></w:tr></w:tbl>`,
      "a\nb\n",
    ],
    [
      "has insertions, but no deletions",
      `<w:p><w:ins>${run("neu")}</w:ins><w:del>${run("alt")}</w:del></w:p>`,
      "neu\n",
    ],
    ["has moved text once", `<w:p><w:moveFrom>${run("x")}</w:moveFrom><w:moveTo>${run("x")}</w:moveTo></w:p>`, "x\n"],
    [
      "has text boxes once",
      `<w:p><mc:Choice>${run("x")}</mc:Choice><mc:Fallback>${run("x")}</mc:Fallback></w:p>`,
      "x\n",
    ],
    ["has no codes of fields", `<w:p><w:r><w:instrText>PAGE</w:instrText></w:r>${run("7")}</w:p>`, "7\n"],
    ["decodes entities of XML", `<w:p>${run("A &amp; B &lt; C")}</w:p>`, "A & B < C\n"],
    ["is empty without paragraphs", "", ""],
  ])("%s", async (_behaviour, body, text) => {
    expect(await readDocx(body)).toBe(text);
  });

  it("is cut at the limit", async () => {
    const text = await readDocx(`<w:p>${run("a".repeat(1_500_000))}${run("b".repeat(1_500_000))}</w:p>`);
    expect(text).toHaveLength(READ_MAX_CHARACTERS);
  });

  it.each([
    ["without a document", () => zipOf({ "[Content_Types].xml": "<Types/>" })],
    ["with invalid XML", () => docxOf("<w:p>")],
    ["that is no archive", () => new Uint8Array(Buffer.from("PK\x03\x04"))],
  ])("of a file %s is refused", async (_name, make) => {
    await expect(readOfficeText(await make(), FILE_TYPES[".docx"], new TextLimit())).rejects.toMatchObject({
      outcome: "nein",
    });
  });
});

describe("the text of an odt", () => {
  it.each([
    ["is that of its paragraphs and headings", "<text:h>Titel</text:h><text:p>Text</text:p>", "Titel\nText\n"],
    ["has parts of paragraphs", "<text:p>Ver<text:span>trag</text:span></text:p>", "Vertrag\n"],
    [
      "has blanks, tabs and line breaks",
      '<text:p>a<text:s text:c="3"/>b<text:tab/>c<text:line-break/>d</text:p>',
      "a   b\tc\nd\n",
    ],
    ["has no comments", "<text:p>a<office:annotation><text:p>x</text:p></office:annotation>b</text:p>", "ab\n"],
    [
      "has no deletions",
      "<text:tracked-changes><text:deletion><text:p>x</text:p></text:deletion></text:tracked-changes><text:p>a</text:p>",
      "a\n",
    ],
  ])("%s", async (_behaviour, body, text) => {
    expect(await readOdt(body)).toBe(text);
  });

  it("has at most 100 blanks for an element", async () => {
    expect(await readOdt('<text:p><text:s text:c="999999999"/></text:p>')).toBe(`${" ".repeat(100)}\n`);
  });
});
