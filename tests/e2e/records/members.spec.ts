import { memberValues } from "../../support/factories";
import { expect, test } from "../../support/browser/fixtures";
import { unique } from "../../support/browser/steps";

test("the member form shows errors at its fields and keeps the input", async ({ page, login }) => {
  await login();
  await page.goto("/members/new");
  await page.getByLabel("Adresse").fill("Königstraße 1");
  await page.getByLabel("E-Mail").fill("keine-adresse");
  await page.getByLabel("PH-Webseite").fill("javascript:alert(1)");
  await page.getByRole("button", { name: "Speichern" }).click();
  await expect(page.locator("fieldset").getByText("Bitte füllen Sie dieses Feld aus")).toHaveCount(6);
  await expect(page.getByLabel("E-Mail")).toHaveAccessibleDescription("In der E-Mail-Adresse fehlt das Zeichen @");
  await expect(page.getByLabel("PH-Webseite")).toHaveAccessibleDescription(/gültige Webadresse/);
  await expect(page.getByLabel("Nachname")).toBeFocused();
  await page.getByRole("button", { name: /English|EN/ }).click();
  await expect(page.getByRole("heading", { name: "New university member" })).toBeVisible();
  await expect(page.getByLabel("Address")).toHaveValue("Königstraße 1");
});

test("a web address is a link only if it is an http(s) address", async ({ page, login }) => {
  await login();
  await page.goto("/members/new");
  const address = page.getByLabel("PH-Webseite");
  const link = page.getByRole("link", { name: "Webseite öffnen" });
  for (const typed of ["javascript:alert(1)", "data:text/html,x", "//evil.example", "mailto:a@example.org"]) {
    await address.fill("www.example.org");
    await expect(link).toHaveAttribute("href", "https://www.example.org");
    await expect(link).toHaveAttribute("rel", "noopener noreferrer");
    await address.fill(typed);
    await expect(link, typed).toHaveCount(0);
  }
});

test("typing filters with a debounce of one second, and Back restores the list", async ({ page, login, api }) => {
  const surname = unique("Verzug");
  await api.post("/api/members/new", { data: memberValues({ nachname: surname }) });
  await login();
  await page.goto("/members");
  await page.getByLabel("Suchbegriff").pressSequentially(surname);
  await expect(page).not.toHaveURL(/filter=/);
  await expect(page.getByText("Zeige 1 bis 1 von 1 Einträgen")).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`filter=${surname.replace(" ", "\\+")}`));
  await page.getByRole("row", { name: surname }).getByRole("gridcell", { name: "example.org" }).click();
  await expect(page.getByRole("heading", { name: surname })).toBeVisible();
  await page.getByRole("button", { name: "Zurück" }).click();
  await expect(page.getByLabel("Suchbegriff")).toHaveValue(surname);
  await page.getByRole("button", { name: "Zurücksetzen" }).click();
  await expect(page).toHaveURL(/\/members$/);
  await expect(page.getByLabel("Suchbegriff")).toHaveValue("");
});

test("sorting, paging and thematic fields are stored in the URL", async ({ page, login }) => {
  await login();
  await page.goto("/members");
  await page.getByRole("link", { name: /^E-Mail/ }).click();
  await expect(page).toHaveURL(/sortBy=email/);
  await expect(page.getByRole("columnheader", { name: /E-Mail/ })).toHaveAttribute("aria-sort", "ascending");
  await page.getByRole("link", { name: "Seite 2" }).click();
  await expect(page.getByText(/Zeige 11 bis 20 von/)).toBeVisible();
  await page.goBack();
  await expect(page.getByText(/Zeige 1 bis 10 von/)).toBeVisible();
  await page.getByLabel("Themenfelder").fill("didaktik der mathematik");
  await page.getByRole("listbox").getByRole("option").first().click();
  await expect(page, "at once, without a press on Suchen").toHaveURL(/topics=\d+/);
});

test("a save sends only changed fields, so that a concurrent change is kept", async ({ page, login, api }) => {
  const { data } = await (await api.post("/api/members/new", { data: memberValues() })).json();
  const path = `/api/members/${data.lastId}`;
  await login();
  await page.goto(`/members/${data.lastId}`);
  await page.getByLabel("Telefon").fill("0711 1");
  await api.put(path, { data: { adresse: "vom Kollegen" } });
  await page.getByRole("button", { name: "Speichern" }).click();
  await expect(page.getByText("Daten aktualisiert")).toBeVisible();
  const loaded = await (await api.get(path)).json();
  expect(loaded.data).toMatchObject({ telefon: "0711 1", adresse: "vom Kollegen" });
  await expect(page.getByLabel("Adresse")).toHaveValue("vom Kollegen");
});
