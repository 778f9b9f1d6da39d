import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { LOCALES } from "@/lib/model/messages/i18n";
import { LEGAL_PAGES } from "@/lib/model/legal-pages";
import { legalText } from "@/lib/base/config/legal-text";
import { configure } from "../../support/configure";

/* The texts of the public legal pages (contract §9). */

const folder = await mkdtemp(path.join(tmpdir(), "legal-"));
afterAll(() => rm(folder, { recursive: true }));

const everyText = LEGAL_PAGES.flatMap((page) => LOCALES.map((locale) => [page, locale] as const));

it.each(everyText)("the shipped %s in %s is marked as a template with placeholders", async (page, locale) => {
  const { title, html } = await legalText(page, locale);
  expect(title).toBeTruthy();
  expect(html).toContain(locale === "de" ? "<strong>Vorlage.</strong>" : "<strong>Template.</strong>");
  expect(html.match(/\[[^[\]]{4,}\]/g)?.length).toBeGreaterThan(4);
});

it("an installation's own file is shown without a restart, and the template where there is none", async () => {
  configure({ LEGAL_DIR: folder });
  await writeFile(path.join(folder, "impressum.de.md"), "# Wer wir sind\n\nPH Beispielstadt\n");
  expect(await legalText("impressum", "de")).toEqual({ title: "Wer wir sind", html: "<p>PH Beispielstadt</p>\n" });
  expect((await legalText("impressum", "en")).html).toContain("Template.");
  await writeFile(path.join(folder, "impressum.de.md"), "PH Neustadt\n");
  expect(await legalText("impressum", "de")).toEqual({ title: null, html: "<p>PH Neustadt</p>\n" });
});
