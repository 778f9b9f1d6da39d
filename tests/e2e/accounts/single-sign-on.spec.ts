import { freePort } from "@/scripts/postgres/postgres-cluster";
import { CLIENT, startIdentityProvider } from "../../support/servers/identity-provider";
import { accessibilityFaults } from "../../support/browser/accessibility";
import { expect, test } from "../../support/browser/fixtures";

const person = { sub: "e2e", email: "wanda.wechsel@example.org", email_verified: true, name: "Wanda Wechsel" };
const SIGN_IN = "Mit Hochschulkonto anmelden";

test("single sign-on replaces the password login, gives the role of the current claims, and logs out at the provider", async ({
  app,
  page,
}) => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const provider = await startIdentityProvider(url);
  const { stop } = await app.startInstance(url, {
    port,
    settings: {
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
      OIDC_NAME: "Hochschulkonto",
      OIDC_ROLE_CLAIM: "roles",
      OIDC_EDITOR_VALUE: "koop-edit",
      OIDC_READER_VALUE: "koop-read",
      PASSWORD_LOGIN: "off",
    },
  });
  provider.person = { ...person, roles: ["koop-edit"] };
  await page.goto(`${url}/members`);
  await expect(page.getByRole("heading", { name: "Anmelden" })).toBeVisible();
  await expect(page.getByLabel("E-Mail")).toHaveCount(0);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole("link", { name: "Mit Passwort anmelden (nur Administration)" }).click();
  await expect(page.getByLabel("E-Mail")).toBeFocused();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole("link", { name: SIGN_IN }).click();
  await expect(page).toHaveURL(`${url}/members`);
  const add = page.getByRole("main").getByRole("link", { name: "Hinzufügen" });
  await expect(add).toBeVisible();

  await page.goto(`${url}/pages/user`);
  await expect(page.getByText("Ihr Konto hat hier kein eigenes Passwort")).toBeVisible();
  await expect(page.getByLabel("Aktuelles Passwort")).toHaveCount(0);
  await page.getByLabel("Name").fill("Wanda Neu");
  await page.context().clearCookies();
  await page.getByRole("button", { name: "Speichern" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Ihre Anmeldung ist abgelaufen" });
  await expect(dialog.getByRole("link", { name: SIGN_IN })).toBeFocused();
  await expect(dialog.getByLabel("Passwort")).toHaveCount(0);
  expect(await accessibilityFaults(page)).toEqual([]);
  const done = dialog.getByRole("button", { name: "Ich bin wieder angemeldet" });
  // If the user has not logged in again, the dialog reopens and the input is kept.
  await done.click();
  await expect(done).toBeVisible();
  const opened = page.waitForEvent("popup");
  await dialog.getByRole("link", { name: SIGN_IN }).click();
  const tab = await opened;
  await expect(tab).toHaveURL(`${url}/dashboard`);
  await tab.close();
  await done.click();
  await expect(page.getByText("Daten aktualisiert")).toBeVisible();
  await expect(page.getByLabel("Name")).toHaveValue("Wanda Neu");

  await page.getByRole("banner").getByRole("button", { name: "Abmelden" }).click();
  const offer = page.getByRole("link", { name: "Auch bei „Hochschulkonto“ abmelden" });
  await expect(offer).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);
  await offer.click();
  await page.getByRole("button", { name: "Yes, sign me out" }).click();
  await expect(page).toHaveURL(new RegExp(`^${url}/login`));
  await expect(offer).toHaveCount(0);

  provider.person = { ...person, roles: ["koop-read"] };
  await page.goto(`${url}/login?next=/members`);
  await page.getByRole("link", { name: SIGN_IN }).click();
  await expect(page).toHaveURL(`${url}/members`);
  await expect(page.getByRole("row").nth(1)).toBeVisible();
  await expect(add).toHaveCount(0);

  // Leaves the app, so that the list's pending requests end; after the logout they would also
  // redirect to the login page.
  await page.goto("about:blank", { waitUntil: "commit" });
  await page.context().clearCookies();
  provider.person = { ...person, roles: [] };
  await page.goto(`${url}/login`);
  await page.getByRole("link", { name: SIGN_IN }).click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText("Ihr Hochschulkonto hat hier keinen Zugang");
  expect(await accessibilityFaults(page)).toEqual([]);
  await Promise.all([stop(), provider.close()]);
});
