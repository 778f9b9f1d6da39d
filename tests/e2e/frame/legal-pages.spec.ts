import { expect, test } from "../../support/browser/fixtures";

const PAGES = [
  { path: "/impressum", de: "Impressum", en: "Legal notice" },
  { path: "/datenschutz", de: "Datenschutz", en: "Privacy" },
  { path: "/barrierefreiheit", de: "Barrierefreiheit", en: "Accessibility" },
];

test("guests read imprint, privacy and accessibility from every footer, in both languages", async ({
  page,
  context,
  baseURL,
}) => {
  for (const language of ["de", "en"] as const) {
    await context.addCookies([{ name: "NEXT_LOCALE", value: language, url: baseURL }]);
    await page.goto("/login");
    for (const { path, [language]: name } of PAGES) {
      await page.getByRole("contentinfo").getByRole("link", { name, exact: true }).click();
      await expect(page).toHaveURL(path);
      await expect(page.getByRole("heading", { level: 1 })).toContainText(name);
      await expect(page).toHaveTitle(new RegExp(name));
      await expect(page.getByText(language === "de" ? "Vorlage." : "Template.")).toBeVisible();
      expect((await context.cookies()).some((cookie) => cookie.name.includes("session"))).toBe(false);
    }
  }
});

test("logged-in users open the legal pages from the footer and return to the dashboard", async ({ page, login }) => {
  await login();
  await page.goto("/members");
  for (const { de } of PAGES) await expect(page.getByRole("contentinfo").getByRole("link", { name: de })).toBeVisible();
  await page.getByRole("contentinfo").getByRole("link", { name: "Datenschutz" }).click();
  await expect(page).toHaveURL("/datenschutz");
  await page.getByRole("banner").getByRole("link", { name: "Übersicht" }).click();
  await expect(page).toHaveURL("/dashboard");
});
