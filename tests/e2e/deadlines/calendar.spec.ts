import type { Locator, Page } from "@playwright/test";
import { referenceLists } from "@/lib/records/reference-lists/reference-lists";
import { PROJECT_STATUS } from "@/lib/records/kinds/project";
import { projectValues, thematicFieldValues } from "../../support/factories";
import { expect, test } from "../../support/browser/fixtures";
import { create, unique } from "../../support/browser/steps";

const MAX_STEPS = 60;

/** Presses Tab until `element` has the focus, then Enter. */
async function press(page: Page, element: Locator) {
  await expect(element).toBeVisible();
  const isThere = () => element.evaluate((node) => node === document.activeElement);
  for (let step = 0; step < MAX_STEPS && !(await isThere()); step++) await page.keyboard.press("Tab");
  await expect(element).toBeFocused();
  await page.keyboard.press("Enter");
}

test("the calendar's deadlines are reachable by keyboard, and its private feed is served until its address is renewed", async ({
  page,
  login,
  api,
  playwright,
}) => {
  const topic = await create(api, "thematicfields", thematicFieldValues({ themenfeld_de: unique("Feld") }));
  const titles = ["A", "B", "C", "D"].map((letter) => unique(`Fristprojekt ${letter}`));
  const { fixedTerm } = referenceLists.vertragsgrundlagen.rules;
  const contract = {
    vertragsgrundlage: fixedTerm,
    projektbeginn: "2026-01-01",
    projektende: "2037-12-31",
    kuendigungsfrist: "3 Monate",
    status: PROJECT_STATUS.ongoing,
    themenfelder: [topic],
  };
  for (const projekt_titel of titles) await create(api, "projects", projectValues({ projekt_titel, ...contract }));
  await login();

  await page.goto(`/calendar?month=2037-06&topics=${topic}`);
  await expect(page.getByText("Im Juni 2037 steht keine Frist an.")).toBeVisible();
  await press(page, page.getByRole("link", { name: "Die nächste Frist ist am Mittwoch, 30. September 2037" }));
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { name: "September 2037" })).toBeVisible();
  const day = main.getByRole("table", { name: "September 2037" }).getByRole("cell", { name: /30\. September 2037/ });
  await expect(day.getByRole("link")).toHaveText([/^Kündigung.* A /, / B /, / C /, "+ 1 weitere"]);
  await press(page, day.getByRole("link", { name: "Eine weitere Frist am Mittwoch, 30. September 2037" }));
  await expect(page).toHaveURL(`/calendar?day=2037-09-30&topics=${topic}`);
  await expect(main.getByText("Letzter Kündigungstag")).toHaveCount(4);
  await press(page, main.getByRole("link", { name: titles[3] }));
  await expect(page).toHaveURL(/\/projects\/\d+$/);
  await page.goBack();

  await press(page, page.getByRole("button", { name: "Adresse anzeigen" }));
  const address = page.getByLabel("Adresse des Kalenders");
  await expect(address).toBeFocused();
  const old = await address.inputValue();
  expect(old).toMatch(new RegExp(`\\.ics\\?topics=${topic}$`));
  const stranger = await playwright.request.newContext();
  const feed = await stranger.get(old);
  expect(feed.headers()["content-type"]).toBe("text/calendar; charset=utf-8");
  expect((await feed.text()).match(/^BEGIN:VEVENT/gm)).toHaveLength(2 * titles.length);

  await page.getByRole("button", { name: "Neue Adresse" }).click();
  const question = page.getByRole("alertdialog", { name: "Adresse erneuern?" });
  await expect(question).toContainText("Alle bisherigen Abonnements enden");
  await question.getByRole("button", { name: "Neue Adresse" }).click();
  await expect(address).not.toHaveValue(old);
  expect((await stranger.get(old)).status()).toBe(404);
  expect((await stranger.get(await address.inputValue())).status()).toBe(200);
  await stranger.dispose();
});
