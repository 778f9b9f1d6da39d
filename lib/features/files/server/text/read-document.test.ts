import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { agreementDocx } from "@/prisma/demo/agreements/agreement-docx";
import { agreementPdf } from "@/prisma/demo/agreements/agreement-pdf";
import { FILE_TYPES, TEXT_TYPE } from "../../file-types";
import { readDocument } from "./read-document";

const PDF = FILE_TYPES[".pdf"];
const CONTRACT = [
  "KOOPERATIONSVERTRAG\n\nDie Hochschule und der Partner arbeiten bei der Ausbildung der Lehrkräfte mit dem Ziel zusammen, den Unterricht zu verbessern.",
  "§ 4 Laufzeit\n\nDieser Vertrag beginnt am 1. Oktober 2026 und endet am 30. September 2029.",
];
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text));
const fixture = (name: string) =>
  new Uint8Array(readFileSync(path.join(import.meta.dirname, "../../../../../tests/fixtures/pdfs", name)));

describe("readDocument", () => {
  it("returns the passages of a PDF with their pages, and what the contract says", async () => {
    const { gelesen, seiten, passages, readings } = await readDocument(await agreementPdf(CONTRACT), PDF);
    expect({ gelesen, seiten }).toEqual({ gelesen: "ja", seiten: 2 });
    expect(passages.map(({ page }) => page)).toEqual([1, 2]);
    expect(readings.projektende).toMatchObject({ value: "2029-09-30", page: 2 });
  });

  it.each([
    ["a docx", FILE_TYPES[".docx"], () => agreementDocx(CONTRACT.join("\n"))],
    ["a text", TEXT_TYPE, () => bytesOf(CONTRACT.join("\n"))],
  ])("returns passages without pages for %s", async (_name, mime, make) => {
    const { gelesen, seiten, passages, readings } = await readDocument(await make(), mime);
    expect({ gelesen, seiten }).toEqual({ gelesen: "ja", seiten: null });
    expect(passages.map(({ page }) => page)).toEqual([null]);
    expect(readings.projektbeginn).toMatchObject({ value: "2026-10-01" });
  });

  it.each([
    ["a PDF without text", PDF, () => agreementPdf([""]), { gelesen: "kein_text", seiten: 1 }],
    ["a PDF with a password", PDF, () => fixture("password.pdf"), { gelesen: "passwort", seiten: null }],
    ["a broken PDF", PDF, () => bytesOf("%PDF-1.7"), { gelesen: "nein", seiten: null }],
    ["a broken docx", FILE_TYPES[".docx"], () => bytesOf("PK"), { gelesen: "nein", seiten: null }],
    [
      "a text of single letters and signs",
      TEXT_TYPE,
      () => bytesOf("a 1 – b\n2"),
      { gelesen: "kein_text", seiten: null },
    ],
  ])("returns no passages for %s", async (_name, mime, make, outcome) => {
    expect(await readDocument(await make(), mime)).toEqual({ ...outcome, passages: [], readings: {} });
  });
});
