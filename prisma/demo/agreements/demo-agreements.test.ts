import { readdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { mimeOfEnding } from "@/lib/features/files/server/checks/detect-file-type";
import { readDocument } from "@/lib/features/files/server/text/read-document";
import inventedProjects from "../invented-projects.json";
import { agreementFile, agreementPages, DEMO_AGREEMENTS } from "./demo-agreements";

const MAX_BYTES_OF_ALL = 300_000;
const MAX_PAGES = 3;

describe("the demo's agreements", () => {
  it("are one for each text", () => {
    const texts = readdirSync(import.meta.dirname).filter((name) => name.endsWith(".txt"));
    expect(DEMO_AGREEMENTS.map(({ text }) => `${text}.txt`).sort()).toEqual(texts.sort());
  });

  it.each(DEMO_AGREEMENTS.map((agreement) => [agreement.name, agreement] as const))(
    "%s belongs to an invented project, is short and can be read",
    async (name, agreement) => {
      expect(inventedProjects.map(({ projekt_titel }) => projekt_titel)).toContain(agreement.projekt_titel);
      const { gelesen, seiten } = await readDocument(
        await agreementFile(agreement),
        mimeOfEnding(name) ?? expect.fail(path.extname(name)),
      );
      expect(gelesen).toBe("ja");
      const pages = agreementPages(agreement).length;
      expect(pages).toBeLessThanOrEqual(MAX_PAGES);
      if (name.endsWith(".pdf")) expect(seiten).toBe(pages);
    },
  );

  it("are small", async () => {
    const files = await Promise.all(DEMO_AGREEMENTS.map(agreementFile));
    expect(files.reduce((sum, { length }) => sum + length, 0)).toBeLessThan(MAX_BYTES_OF_ALL);
  });
});
