import type { Page } from "@playwright/test";
import { accessibilityFaults } from "../../support/browser/accessibility";
import { expect, test } from "../../support/browser/fixtures";
import { create, unique } from "../../support/browser/steps";
import { personValues } from "../../support/factories";

/* A whole round in two browsers (contract §§14, 15): an editor's, and those of recipients on phones, without scripts. */

const main = (page: Page) => page.getByRole("main");
const PHONE = { javaScriptEnabled: false, viewport: { width: 375, height: 740 } };
// The recipient's page has no scripts, so that nothing is hydrated.
const open = (page: Page, link: string) => page.goto(link, { waitUntil: "commit" });

test("a confirmation round is started, answered in German and English, accepted, and shown in the records", async ({
  page,
  login,
  api,
  app,
  browser,
}) => {
  await login();
  const department = unique("Abteilung");
  const people = ["german", "english"].map((language) => ({
    nachname: unique(language),
    email: `${unique(language).replace(" ", ".")}@partner.example`,
  }));
  const [german, english] = people as [(typeof people)[0], (typeof people)[0]];
  const id = await create(api, "persons", personValues({ abteilung: department, ...english, telefon: "1" }));
  const other = await create(api, "persons", personValues({ abteilung: department, ...german, telefon: "2" }));

  await page.goto(`/persons?filter=${encodeURIComponent(department)}`);
  await page.getByRole("button", { name: "Weitere Aktionen" }).click();
  await page.getByRole("menuitem", { name: "Bestätigen lassen …" }).click();
  await page.getByRole("checkbox", { name: "Telefon" }).check();
  await page.getByRole("button", { name: "Weiter zur Vorschau" }).click();
  await page.getByRole("button", { name: "Runde starten" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "2 E-Mails verschicken" }).click();
  await expect(main(page).getByText("0 von 2 beantwortet")).toBeVisible();
  const round = page.url();

  const { stop } = await app.startInstance(app.url, { settings: { JOBS: "on", ROUND_MAILS_PER_MINUTE: "6000" } });
  const linkTo = async (email: string) => {
    await expect.poll(() => app.mails.mailsTo(email).length, { timeout: 60_000 }).toBe(1);
    return app.mails.mailsTo(email)[0]?.link ?? "";
  };
  const [germanLink, englishLink] = [await linkTo(german.email), await linkTo(english.email)];
  await stop();

  const germanPhone = await browser.newContext({ ...PHONE, locale: "de-DE" });
  const first = await germanPhone.newPage();
  await open(first, germanLink);
  await first.getByRole("button", { name: "Stimmt" }).first().click();
  await expect(first.getByRole("status")).toContainText("Vielen Dank!");
  await germanPhone.close();

  const englishPhone = await browser.newContext({ ...PHONE, locale: "en-GB" });
  const second = await englishPhone.newPage();
  await open(second, englishLink);
  await second.getByRole("link", { name: "Change" }).click();
  const telephone = second.getByLabel("Phone");
  await expect(telephone).toHaveValue("1");
  await telephone.fill("0800 77");
  await second.getByRole("button", { name: "Send changes" }).click();
  await expect(second.getByRole("status")).toContainText("Thank you!");
  expect(await second.context().cookies()).toEqual([]);
  await englishPhone.close();
  expect((await (await api.get(`/api/persons/${id}`)).json()).data).toMatchObject({
    ...{ telefon: "1", bestaetigt_am: null },
  });

  await page.goto(round);
  await expect(main(page).getByText("2 von 2 beantwortet")).toBeVisible();
  await page.getByRole("link", { name: "Vorschläge prüfen" }).click();
  const proposed = page.getByRole("listitem", { name: new RegExp(english.nachname) });
  await expect(proposed.getByRole("insertion")).toHaveText("0800 77");
  await proposed.getByRole("button", { name: /^Telefon übernehmen/ }).click();
  await expect(page.getByText("Keine Vorschläge", { exact: true })).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);

  for (const [record, { nachname }] of [
    [id, english],
    [other, german],
  ] as const) {
    await page.goto(`/person/${record}`);
    await expect(main(page).getByText(new RegExp(`Bestätigt am .* von .*${nachname}`))).toBeVisible();
  }
  expect((await (await api.get(`/api/persons/${id}`)).json()).data.telefon).toBe("0800 77");
});
