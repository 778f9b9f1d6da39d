import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { referenceLists } from "@/lib/model/reference-lists/reference-lists";
import { PROJECT_STATUS } from "@/lib/model/kinds/project";
import { daysLater, monthsLater } from "@/lib/model/fields/day";
import { dayOf } from "@/lib/model/fields/moments";
import { memberValues, projectValues, thematicFieldValues } from "../../support/factories";
import { expect, test } from "../../support/browser/fixtures";
import { create, unique } from "../../support/browser/steps";

const MAX_STEPS = 60;

const { fixedTerm } = referenceLists.vertragsgrundlagen.rules;

/** Creates a project with a fixed term, in a thematic field. */
const createContract = (
  api: APIRequestContext,
  projekt_titel: string,
  topic: number,
  projektende: string,
  kuendigungsfrist = "",
) =>
  create(
    api,
    "projects",
    projectValues({
      ...{ projekt_titel, projektende, kuendigungsfrist, themenfelder: [topic] },
      ...{ vertragsgrundlage: fixedTerm, projektbeginn: "2020-01-01", status: PROJECT_STATUS.ongoing },
    }),
  );

/** Presses Tab until `element` has the focus, then Enter. */
async function tabToAndPress(page: Page, element: Locator) {
  await expect(element).toBeVisible();
  const isFocused = () => element.evaluate((node) => node === document.activeElement);
  for (let step = 0; step < MAX_STEPS && !(await isFocused()); step++) await page.keyboard.press("Tab");
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
  for (const title of titles) await createContract(api, title, topic, "2037-12-31", "3 Monate");
  await login();

  await page.goto(`/calendar?month=2037-06&topics=${topic}`);
  await expect(page.getByText("Im Juni 2037 steht keine Frist an.")).toBeVisible();
  await tabToAndPress(page, page.getByRole("link", { name: "Die nächste Frist ist am Mittwoch, 30. September 2037" }));
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { name: "September 2037" })).toBeVisible();
  const day = main.getByRole("table", { name: "September 2037" }).getByRole("cell", { name: /30\. September 2037/ });
  await expect(day.getByRole("link")).toHaveText([/^Kündigung.* A /, / B /, / C /, "+ 1 weitere"]);
  await tabToAndPress(page, day.getByRole("link", { name: "Eine weitere Frist am Mittwoch, 30. September 2037" }));
  await expect(page).toHaveURL(`/calendar?day=2037-09-30&topics=${topic}`);
  await expect(main.getByText("Letzter Kündigungstag")).toHaveCount(4);
  await tabToAndPress(page, main.getByRole("link", { name: titles[3] }));
  await expect(page).toHaveURL(/\/projects\/\d+$/);
  await page.goBack();

  await tabToAndPress(page, page.getByRole("button", { name: "Adresse anzeigen" }));
  const address = page.getByLabel("Adresse des Kalenders");
  await expect(address).toBeFocused();
  const old = await address.inputValue();
  expect(old).toMatch(new RegExp(`\\.ics\\?topics=${topic}$`));
  const guest = await playwright.request.newContext();
  const feed = await guest.get(old);
  expect(feed.headers()["content-type"]).toBe("text/calendar; charset=utf-8");
  expect((await feed.text()).match(/^BEGIN:VEVENT/gm)).toHaveLength(2 * titles.length);

  await page.getByRole("button", { name: "Neue Adresse" }).click();
  const question = page.getByRole("alertdialog", { name: "Adresse erneuern?" });
  await expect(question).toContainText("Alle bisherigen Abonnements enden");
  await question.getByRole("button", { name: "Neue Adresse" }).click();
  await expect(address).not.toHaveValue(old);
  expect((await guest.get(old)).status()).toBe(404);
  expect((await guest.get(await address.inputValue())).status()).toBe(200);
  await guest.dispose();
});

test("the agenda lists the next twelve months by month and day, with kind, project, members and days left", async ({
  page,
  login,
  api,
}) => {
  const today = dayOf(new Date());
  const topic = await create(api, "thematicfields", thematicFieldValues({ themenfeld_de: unique("Feld") }));
  const [soon, notice, late] = [unique("Endet bald"), unique("Mit Frist"), unique("Endet viel später")];
  const soonProject = await createContract(api, soon, topic, daysLater(today, 1));
  const end = monthsLater(today, 11);
  await createContract(api, notice, topic, end, "3 Monate");
  await createContract(api, late, topic, monthsLater(today, 13));
  const member = await create(api, "members", memberValues({ vorname: "Ada", nachname: "Abel" }));
  await api.post(`/api/members/project/${member}/${soonProject}`);
  await login();

  await page.goto(`/calendar?topics=${topic}`);
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { level: 2, name: "Die nächsten 12 Monate" })).toBeVisible();
  await expect(main.getByText(/^3 Fristen/)).toBeVisible();
  const monthOf = (day: string) =>
    new Intl.DateTimeFormat("de", { month: "long", year: "numeric", timeZone: "UTC" }).format(new Date(day));
  const row = (day: string, title: string) =>
    main
      .getByRole("region", { name: monthOf(day) })
      .getByRole("listitem")
      .filter({ hasText: title })
      .first();
  const shownDay = (day: string) => `${day.slice(8)}.${day.slice(5, 7)}.`;
  await expect(row(daysLater(today, 1), soon)).toContainText(shownDay(daysLater(today, 1)));
  await expect(row(daysLater(today, 1), soon)).toContainText("morgen");
  await expect(row(daysLater(today, 1), soon)).toContainText("Vertragsende");
  await expect(row(daysLater(today, 1), soon)).toContainText("Ada Abel");
  await expect(row(end, notice)).toContainText(/in \d+ Tagen/);
  await expect(main.getByText("Letzter Kündigungstag")).toHaveCount(1);
  await expect(main.getByText(late)).toHaveCount(0);
  await main.getByRole("link", { name: /^Spätere 12 Monate/ }).click();
  await expect(main.getByRole("link", { name: late })).toBeVisible();
});

test("a link to a month opens the calendar's grid, and one click switches to the agenda of that month and back", async ({
  page,
  login,
  api,
}) => {
  const topic = await create(api, "thematicfields", thematicFieldValues({ themenfeld_de: unique("Feld") }));
  const title = unique("Altes Ende");
  await createContract(api, title, topic, "2037-09-30");
  await login();
  await page.goto(`/calendar?month=2037-09&topics=${topic}`);
  const grid = page.getByRole("table", { name: "September 2037" });
  await expect(grid.getByRole("link", { name: title })).toBeVisible();
  const views = page.getByRole("navigation", { name: "Ansicht" });
  await expect(views.getByRole("link")).toHaveText(["Agenda", "Monat"]);
  await views.getByRole("link", { name: "Agenda" }).click();
  await expect(page).toHaveURL(`/calendar?view=list&month=2037-09&topics=${topic}`);
  await expect(page.getByRole("heading", { level: 2, name: "September 2037 – August 2038" })).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: title })).toBeVisible();
  await views.getByRole("link", { name: "Monat" }).click();
  await expect(page).toHaveURL(`/calendar?month=2037-09&topics=${topic}`);
  await expect(grid).toBeVisible();
});
