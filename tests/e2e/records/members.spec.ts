import { memberValues, projectValues } from "../../support/factories";
import { awake, expect, test } from "../../support/browser/fixtures";
import { choose, unique } from "../../support/browser/steps";

test("a member is found, added, linked, shown in English and deleted, from login to logout", async ({ page, api }) => {
  const surname = unique("Übermüller");
  const title = unique("Brückenprojekt");
  await api.post("/api/projects/new", { data: projectValues({ projekt_titel: title }) });

  await page.goto("/members?sortBy=email");
  await expect(page).toHaveURL(/\/login\?next=/);
  await page.getByLabel("E-Mail").fill("admin@example.org");
  await page.getByLabel(/^Passwort\W*$/).fill("kooperation");
  await page.getByRole("button", { name: "Anmelden" }).click();
  await expect(page).toHaveURL(/\/members\?sortBy=email$/);

  await awake(page);
  await page.getByLabel("Suchbegriff").fill("mueller");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/filter=mueller/);
  await expect(page.getByRole("row", { name: /Müller/ }).first()).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Suchbegriff")).toHaveValue("mueller");

  await page.getByRole("link", { name: "Hochschulmitglied hinzufügen" }).click();
  await expect(page.getByRole("tab", { name: "Kooperationsprojekte" })).toBeDisabled();
  await page.getByLabel("Vorname").fill("Jörg");
  await page.getByLabel("Nachname").fill(surname);
  await page.getByLabel("E-Mail").fill("joerg@example.org");
  await choose(page.getByLabel("Fakultät"), "Fakultät für Bildungswissenschaften");
  await choose(page.getByLabel("Institut"), "Institut für Erziehungswissenschaft");
  for (const [field, option] of [
    ["Einrichtungen", "Hochschulbibliothek"],
    ["Status", "aktiv"],
  ] as const) {
    await page.getByLabel(field).fill(option.slice(0, 4));
    await page.getByRole("listbox").getByRole("option", { name: option, exact: true }).click();
    await page.keyboard.press("Escape");
  }
  await page.getByRole("button", { name: "Speichern" }).click();
  const saved = page.getByRole("alertdialog", { name: "Erfolgreich gespeichert!" });
  await expect(saved).toContainText("Weiteren Datensatz hinzufügen?");
  await saved.getByRole("button", { name: "Weiter bearbeiten" }).click();
  await expect(page).toHaveURL(/\/members\/\d+$/);
  await expect(page.getByRole("heading", { name: `Jörg ${surname}` })).toContainText("joerg@example.org");

  await page.getByRole("tab", { name: /Kooperationsprojekte/ }).click();
  await page.getByLabel("Kooperationsprojekt hinzufügen").fill(title.toLowerCase());
  await page.getByRole("listbox").getByRole("option", { name: title }).click();
  await expect(page.getByRole("row", { name: title })).toBeVisible();
  await expect(page.getByRole("tab", { name: "Kooperationsprojekte 1" })).toBeVisible();
  await page.getByLabel("Kooperationsprojekt hinzufügen").fill(title);
  await page.getByRole("listbox").getByRole("option", { name: title }).click();
  await expect(page.getByText(`„${title}“ ist bereits vorhanden`)).toBeVisible();
  await expect(page.getByText("Zeige 1 bis 1 von 1 Einträgen")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("tab", { name: "Kooperationsprojekte 1" })).toBeVisible();

  await page.getByRole("button", { name: /English|EN/ }).click();
  await expect(page.getByRole("tab", { name: "Cooperation projects 1" })).toBeVisible();
  await page.getByRole("link", { name: "University members" }).click();
  await page.getByLabel("Search term").fill(surname.replace("Ü", "ue").replace("ü", "u"));
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expect(page.getByText("Displaying 1 to 1 of 1 items")).toBeVisible();

  await page.getByRole("button", { name: `Delete Jörg ${surname}` }).click();
  const question = page.getByRole("alertdialog", { name: "Really delete?" });
  await expect(question).toContainText("You won't be able to revert this!");
  await question.getByRole("button", { name: "No" }).click();
  await expect(page.getByText("Displaying 1 to 1 of 1 items")).toBeVisible();
  await page.getByRole("button", { name: `Delete Jörg ${surname}` }).click();
  await question.getByRole("button", { name: "Yes" }).click();
  await expect(page.getByText("Data deleted")).toBeVisible();
  await expect(page.getByText("Displaying 0 to 0 of 0 items")).toBeVisible();

  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL(/\/login/);
  await page.goto("/dashboard");
  await expect(page).toHaveURL(/\/login\?next=%2Fdashboard/);
});

test("the form shows errors at its fields and keeps the input", async ({ page, login }) => {
  await login();
  await page.goto("/members/new");
  await page.getByLabel("Adresse").fill("Königstraße 1");
  await page.getByLabel("E-Mail").fill("keine-adresse");
  await page.getByLabel("PH-Webseite").fill("javascript:alert(1)");
  await page.getByRole("button", { name: "Speichern" }).click();
  await expect(page.locator("fieldset").getByText("Bitte füllen Sie dieses Feld aus")).toHaveCount(6);
  await expect(page.getByLabel("E-Mail")).toHaveAccessibleDescription(/gültige E-Mail-Adresse/);
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
  await page.getByRole("row", { name: surname }).getByRole("cell", { name: "example.org" }).click();
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
  await page.getByRole("button", { name: /^E-Mail/ }).click();
  await expect(page).toHaveURL(/sortBy=email/);
  await expect(page.getByRole("columnheader", { name: /E-Mail/ })).toHaveAttribute("aria-sort", "ascending");
  await page.getByRole("button", { name: "Seite 2" }).click();
  await expect(page.getByText(/Zeige 11 bis 20 von/)).toBeVisible();
  await page.goBack();
  await expect(page.getByText(/Zeige 1 bis 10 von/)).toBeVisible();
  await page.getByLabel("Themenfelder").fill("didaktik der mathematik");
  await page.getByRole("listbox").getByRole("option").first().click();
  await expect(page, "at once, without a press on Suchen").toHaveURL(/topics=\d+/);
});

test("a missing member is offered to be created", async ({ page, login }) => {
  await login();
  for (const id of ["2147483647", "rubbish"]) {
    await page.goto(`/members/${id}`);
    const dialog = page.getByRole("alertdialog", { name: "Hochschulmitglied nicht gefunden" });
    await dialog.getByRole("button", { name: "Zurück" }).click();
    await expect(page).toHaveURL(/\/members$/);
  }
  await page.goto("/members/2147483647");
  await page.getByRole("alertdialog").getByRole("button", { name: "Ja" }).click();
  await expect(page).toHaveURL(/\/members\/new$/);
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
