import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cleanFileName } from "./clean-file-name";

describe("cleanFileName", () => {
  it.each([
    ["a plain name", "Vertrag.pdf", "Vertrag.pdf"],
    ["umlauts, spaces and quotes", 'Verträge "neu", 2.pdf', 'Verträge "neu", 2.pdf'],
    ["a path", "/home/x/Vertrag.pdf", "Vertrag.pdf"],
    ["a Windows path", "C:\\Users\\x\\Vertrag.pdf", "Vertrag.pdf"],
    ["a path with both separators", "a\\b/../c\\..\\Vertrag.pdf", "Vertrag.pdf"],
    ["control characters", "Ver\0tr\r\nag\u007f\u0085.pdf", "Vertrag.pdf"],
    [
      "marks that turn the direction of writing",
      "Rechnung\u202efdp.exe.\u2066\u061c\u200e\u200fpdf",
      "Rechnungfdp.exe.pdf",
    ],
    ["blanks around it", " \tVertrag.pdf \u00a0", "Vertrag.pdf"],
    ["half of a character", "Ver\ud83dtrag\ude00.pdf", "Ver\ufffdtrag\ufffd.pdf"],
    ["a name that is only an ending", "../.pdf", ".pdf"],
    ["a name that is only folders", "folder/", ""],
    ["nothing", "", ""],
  ])("cleans %s", (_, sent, name) => {
    expect(cleanFileName(sent)).toBe(name);
  });

  it("cuts a long name before its ending", () => {
    expect(cleanFileName(`${"a".repeat(300)}.docx`)).toBe(`${"a".repeat(250)}.docx`);
  });

  it("leaves a name of 255 units", () => {
    const name = `${"a".repeat(251)}.pdf`;
    expect(cleanFileName(name)).toBe(name);
  });

  it("cuts no character in half", () => {
    expect(cleanFileName(`${"😀".repeat(200)}.pdf`)).toBe(`${"😀".repeat(125)}.pdf`);
  });

  it.each([
    ["without an ending", "a".repeat(300)],
    ["whose dot is far from its end", `a.${"b".repeat(300)}`],
  ])("cuts a long name %s at its end", (_, sent) => {
    expect(cleanFileName(sent)).toBe(sent.slice(0, 255));
  });

  it("leaves no blank at the end of a name that it has cut", () => {
    expect(cleanFileName(`${"a".repeat(254)} ${"a".repeat(50)}`)).toBe("a".repeat(254));
  });

  it("returns short, well-formed names", () => {
    const unit = fc.oneof(fc.nat(0xffff), fc.constantFrom(0x2e, 0x2f, 0x5c, 0xd83d, 0xde00, 0x202e, 0x20));
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 600, size: "max" }), (units) => {
        const name = cleanFileName(String.fromCharCode(...units));
        expect(name.length).toBeLessThanOrEqual(255);
        expect(name).toBe(name.toWellFormed());
        expect(name).not.toMatch(/[\p{Cc}\p{Bidi_Control}/\\]/u);
      }),
    );
  });
});
