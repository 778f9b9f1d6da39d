import { createHmac, randomBytes } from "node:crypto";
import type { APIRequestContext, Page } from "@playwright/test";
import { accessibilityFaults, contrastFaults } from "../../support/browser/accessibility";
import { expect, test } from "../../support/browser/fixtures";
import { create, inDatabase, unique } from "../../support/browser/steps";
import { APP_SECRET, type App } from "../../support/servers/app";

const FELDER = [
  "projekt_titel",
  "status",
  "vertragsgrundlage",
  "projektbeginn",
  "projektende",
  "einrichtungen",
  "foerderer",
];

/** Creates projects and a running round that asks one recipient about them. @returns their path and titles */
async function createRunningRound(app: App, api: APIRequestContext, count: number) {
  const titles = Array.from({ length: count }, (_, at) => unique(`Lesekompetenz ${at + 1}`));
  const ids: number[] = [];
  for (const projekt_titel of titles) {
    const values = { status: 2, vertragsgrundlage: 1, projektbeginn: "2024-10-01", projektende: "2027-09-30" };
    ids.push(await create(api, "projects", { projekt_titel, ...values, einrichtungen: [1], foerderer: "Land" }));
  }
  const token = `confirm_${randomBytes(32).toString("base64url")}`;
  const hash = createHmac("sha256", APP_SECRET).update(token).digest("hex");
  const de =
    "Guten Tag {name},\n\nwir halten unsere Kooperationen aktuell. Stimmen die Angaben zu Ihren {anzahl} Projekten noch?\n\nInternational Office";
  const en =
    "Dear {name},\n\nwe keep our cooperations up to date. Are the details of your {anzahl} projects still correct?\n\nInternational Office";
  await inDatabase(app, async (client) => {
    const round = await client.query(
      `INSERT INTO rounds (titel_de, titel_en, kind, query, an, felder, text_de, text_en, faellig_am, status, started_at)
       VALUES ('Kooperationen 2026', 'Cooperations 2026', 'projects', '', 'responsible', $1, $2, $3, current_date + 14, 'running', now())
       RETURNING runde_id`,
      [FELDER, de, en],
    );
    const recipient = await client.query(
      `INSERT INTO round_recipients (runde_id, email, name, token_hash, state)
       VALUES ($1, 'ada@ph.example', 'Prof. Dr. Ada Muster', $2, 'sent') RETURNING recipient_id`,
      [round.rows[0].runde_id, hash],
    );
    for (const [at, id] of ids.entries())
      await client.query(`INSERT INTO round_records (recipient_id, record_id, label) VALUES ($1, $2, $3)`, [
        ...[recipient.rows[0].recipient_id, id, titles[at]],
      ]);
  });
  return { path: `/confirm/${token}`, titles, ids };
}

// The page has no scripts, so that nothing is hydrated.
const open = (page: Page, path: string) => page.goto(path, { waitUntil: "commit" });

test.describe("the confirmation page without scripts on a phone", () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 375, height: 740 } });

  test("a recipient confirms all records in one click, without scripts", async ({ page, app, api }) => {
    const { path, titles, ids } = await createRunningRound(app, api, 3);
    await open(page, path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Kooperationen 2026");
    await expect(page.getByText("Guten Tag Prof. Dr. Ada Muster,")).toBeVisible();
    for (const title of titles) await expect(page.getByRole("article", { name: title })).toBeVisible();
    await page.getByRole("button", { name: "Alles stimmt" }).first().click();
    await expect(page.getByRole("status")).toContainText("Vielen Dank!");
    await expect(page.getByText("Ihre Antwort: Stimmt")).toHaveCount(3);
    const { data } = await (await api.get(`/api/projects/${ids[0]}`)).json();
    expect(data.bestaetigt_von).toBe("Prof. Dr. Ada Muster");
  });

  test("a recipient changes a record; an invalid value is reported at its field and no input is lost", async ({
    page,
    app,
    api,
  }) => {
    const { path, titles, ids } = await createRunningRound(app, api, 2);
    await open(page, path);
    const card = page.getByRole("article", { name: titles[0] });
    await card.getByRole("link", { name: "Ändern" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Angaben ändern");
    await page.getByLabel("Förderer").fill("Bund");
    await page.getByLabel("Projekttitel").fill("");
    await page.getByLabel("Anmerkung").fill("Seit Mai");
    await page.getByRole("button", { name: "Änderungen senden" }).click();
    await expect(page.getByRole("alert")).toBeFocused();
    await page.getByRole("alert").getByRole("link").click();
    await expect(page.getByLabel("Projekttitel")).toBeFocused();
    await expect(page.getByLabel("Förderer")).toHaveValue("Bund");
    await expect(page.getByLabel("Anmerkung")).toHaveValue("Seit Mai");
    await page.getByLabel("Projekttitel").fill(String(titles[0]));
    await page.getByRole("button", { name: "Änderungen senden" }).click();
    await expect(page.getByRole("status")).toContainText("Ein Eintrag fehlt noch");
    await expect(card).toContainText("Bund");
    await expect(card).toContainText("Bisher: Land");
    await expect(card).toContainText("Seit Mai");
    const { data } = await (await api.get(`/api/proposals?kind=projects&id=${ids[0]}`)).json();
    expect(data).toMatchObject([{ field: "foerderer", value: "Bund", now: "Land" }]);
  });

  test("a recipient reports an ended project, names another responsible person, and changes an answer", async ({
    page,
    app,
    api,
  }) => {
    const { path, titles } = await createRunningRound(app, api, 2);
    await open(page, path);
    const first = page.getByRole("article", { name: titles[0] });
    const second = page.getByRole("article", { name: titles[1] });
    await first.getByRole("link", { name: "Beendet" }).click();
    await page.getByRole("button", { name: "Antwort senden" }).click();
    await expect(page.getByText("Ihre Antwort: Beendet")).toBeVisible();
    await second.getByRole("link", { name: "Nicht zuständig" }).click();
    await page.getByLabel("Nachname").fill("Neu");
    await page.getByLabel("E-Mail").fill("neu@ph.example");
    await page.getByRole("button", { name: "Antwort senden" }).click();
    await expect(second).toContainText("Neu neu@ph.example");
    await expect(page.getByRole("status")).toContainText("Vielen Dank!");
    await first.getByText("Antwort ändern").click();
    await first.getByRole("button", { name: "Stimmt" }).click();
    await expect(page.getByText("Ihre Antwort: Stimmt")).toBeVisible();
  });

  test("a recipient reads the confirmation page in English and declines further mails", async ({
    page,
    app,
    api,
    context,
  }) => {
    const { path } = await createRunningRound(app, api, 1);
    await open(page, path);
    await page.getByRole("link", { name: "English" }).click();
    await expect(page.getByText("Dear Prof. Dr. Ada Muster,")).toBeVisible();
    await expect(page.getByRole("button", { name: "Everything is correct" })).toBeVisible();
    await page.getByText("I do not want to be asked").click();
    await page.getByRole("button", { name: "Do not ask again" }).click();
    await expect(page.getByRole("status")).toContainText("You will receive no more emails about this request");
    expect(await context.cookies()).toEqual([]);
  });

  test("the confirmation page fits a phone, with touch-sized targets", async ({ page, app, api }) => {
    const { path, ids } = await createRunningRound(app, api, 2);
    for (const query of ["", `?record=${ids[0]}&answer=changed`, `?record=${ids[0]}&answer=not_mine`]) {
      await open(page, path + query);
      await page.waitForLoadState();
      const { wide, small } = await page.evaluate(() => {
        const targets = [
          ...document.querySelectorAll(
            "main a, main button, main select, main textarea, main input:not([type=hidden],[type=checkbox]), main label.tick, main summary, footer a",
          ),
        ];
        return {
          wide: document.documentElement.scrollWidth > window.innerWidth,
          small: targets
            .filter((target) => target.getBoundingClientRect().height < 44 && target.checkVisibility())
            .map((target) => target.outerHTML.slice(0, 120)),
        };
      });
      expect([wide, small]).toEqual([false, []]);
    }
  });

  test("an invalid confirmation link shows a friendly error page", async ({ page }) => {
    const response = await page.goto("/confirm/confirm_unknown", { waitUntil: "commit" });
    expect(response?.status()).toBe(404);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Dieser Link gilt nicht mehr");
    await expect(page.getByText("This link is no longer valid")).toBeVisible();
    await page.getByRole("link", { name: "Datenschutz" }).isVisible();
  });
});

for (const colorScheme of ["light", "dark"] as const)
  test.describe(`the confirmation page in ${colorScheme} colours`, () => {
    test.use({ colorScheme });

    test("the confirmation page, its forms and its errors are accessible in both languages", async ({
      page,
      app,
      api,
    }) => {
      const { path, ids } = await createRunningRound(app, api, 2);
      const faults: string[] = [];
      for (const query of ["", `?record=${ids[0]}&answer=changed`, `?record=${ids[0]}&answer=not_mine`])
        for (const lang of ["de", "en"]) {
          await open(page, `${path}${query ? `${query}&` : "?"}lang=${lang}`);
          faults.push(...(await (colorScheme === "light" ? accessibilityFaults : contrastFaults)(page)));
        }
      await open(page, `${path}?record=${ids[0]}&answer=changed`);
      await page.getByLabel("Projekttitel").fill("");
      await page.getByRole("button", { name: "Änderungen senden" }).click();
      await expect(page.getByRole("alert")).toBeVisible();
      faults.push(...(await accessibilityFaults(page)));
      await open(page, path);
      await page.getByRole("button", { name: "Alles stimmt" }).first().click();
      await expect(page.getByRole("status")).toBeVisible();
      faults.push(...(await accessibilityFaults(page)));
      await open(page, "/confirm/confirm_unknown");
      faults.push(...(await accessibilityFaults(page)));
      expect(faults).toEqual([]);
    });
  });

test("the confirmation page has its own CSP, is not cached, and sends no referrer", async ({ request, app, api }) => {
  const { path } = await createRunningRound(app, api, 1);
  for (const [target, status] of [
    [path, 200],
    [`/api${path}`, 200],
    [`${path}%3E.`, 200],
    [`/api${path}%3E.`, 200],
    ["/confirm/confirm_unknown", 404],
  ] as const) {
    const answer = await request.get(target);
    expect(answer.status()).toBe(status);
    const headers = answer.headers();
    expect(headers["content-security-policy"]).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'/,
    );
    expect(headers["referrer-policy"]).toBe("no-referrer");
    expect(headers["cache-control"]).toBe("no-store");
    expect(headers["set-cookie"]).toBeUndefined();
  }
});
