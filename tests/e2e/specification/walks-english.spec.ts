import { institutionValues, projectValues, thematicFieldValues } from "../../support/factories";
import { expect, test } from "../../support/browser/fixtures";
import { unique } from "../../support/browser/steps";

/* The main workflow for persons, in English. walks.spec.ts covers the other kinds, in German. */

test.beforeEach(async ({ login, context, baseURL }) => {
  await login();
  await context.addCookies([{ name: "NEXT_LOCALE", value: "en", url: baseURL }]);
});

test("a person is validated, created, changed, linked, unlinked and deleted, in English", async ({ page, api }) => {
  const [surname, title, institution] = [unique("Partner"), unique("Project"), unique("Institution")];
  const topic = unique("Topic");
  await api.post("/api/projects/new", { data: projectValues({ projekt_titel: title }) });
  await api.post("/api/institutions/new", { data: institutionValues({ name: institution }) });
  await api.post("/api/thematicfields/new", {
    data: thematicFieldValues({ themenfeld_de: unique("Thema"), themenfeld_en: topic }),
  });
  await page.goto("/persons");
  await page.getByRole("link", { name: "Add partner person" }).click();
  await expect(page.getByRole("heading", { name: "New partner person" })).toBeVisible();
  await page.getByLabel("First name").fill("Zoë");
  await page.getByLabel("Surname").fill(surname);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByLabel("Email")).toHaveAccessibleDescription("Please fill in this field");
  await page.getByLabel("Email").fill("zoe@example.org");
  await page.getByRole("button", { name: "Save" }).click();
  const saved = page.getByRole("alertdialog", { name: "Successfully saved!" });
  await expect(saved).toContainText("Add another data record?");
  await saved.getByRole("button", { name: "Continue editing" }).click();
  await expect(page).toHaveURL(/\/person\/\d+$/);

  await page.getByRole("link", { name: "Partner persons" }).click();
  await page.getByLabel("Search term").fill(surname);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Displaying 1 to 1 of 1 items")).toBeVisible();
  await page.getByRole("link", { name: `Edit Zoë ${surname}` }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Zoë ${surname}` })).toContainText("zoe@example.org");
  await page.getByLabel("Position").fill("Head of department");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Data updated")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Position")).toHaveValue("Head of department");

  for (const [tab, box, label] of [
    ["Cooperation projects", "Add Cooperation project", title],
    ["Partner institutions", "Add Partner institution", institution],
    ["Thematic fields", "Add Thematic field", topic],
  ] as const) {
    await page.getByRole("tab", { name: `${tab} 0` }).click();
    const panel = page.getByRole("tabpanel", { name: tab });
    await expect(panel.getByText("Nothing linked yet")).toBeVisible();
    await panel.getByLabel(box).fill(label);
    await page.getByRole("listbox").getByRole("option", { name: label }).click();
    await expect(page.getByRole("tab", { name: `${tab} 1` })).toBeVisible();
    await expect(panel.getByText("Showing 1 to 1 of 1 entries")).toBeVisible();
    await panel.getByLabel(box).fill(label);
    await expect(page.getByRole("listbox").getByRole("option", { name: label })).toContainText("linked");
    await panel.getByLabel(box).press("Escape");
    await panel.getByRole("button", { name: `Remove the link to ${label}` }).click();
    await page.getByRole("alertdialog", { name: "Really delete?" }).getByRole("button", { name: "Yes" }).click();
    await expect(page.getByRole("tab", { name: `${tab} 0` })).toBeVisible();
    await expect(panel.getByRole("row", { name: label })).toHaveCount(0);
  }

  // Loads the page anew, which removes the notifications about the links.
  await page.goto(`/persons?filter=${encodeURIComponent(surname)}`);
  await page.getByRole("button", { name: `Delete Zoë ${surname}` }).click();
  await page.getByRole("alertdialog", { name: "Really delete?" }).getByRole("button", { name: "Yes" }).click();
  await expect(page.getByText("Data deleted")).toBeVisible();
  await expect(page.getByText("No matching entries")).toBeVisible();
});
