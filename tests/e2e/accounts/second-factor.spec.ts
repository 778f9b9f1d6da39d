import { Secret, TOTP } from "otpauth";
import { freePort } from "@/scripts/postgres/postgres-cluster";
import { CLIENT } from "../../support/servers/identity-provider";
import { accessibilityFaults } from "../../support/browser/accessibility";
import { waitForHydration, expect, test } from "../../support/browser/fixtures";
import { createColleague } from "../../support/browser/steps";

/* A required second factor: its setup on the account page, and its use at the login. */

test("a user who must set up a second factor can open only the account page until then, and needs a code at the next login", async ({
  app,
  page,
}) => {
  // Another account than the demo user: a second factor ends the sessions that other tests share.
  const account = await createColleague(app);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const { stop } = await app.startInstance(url, {
    port,
    settings: {
      TOTP_REQUIRED: "all",
      // The login page has both logins. This test does not follow the provider's link.
      OIDC_ISSUER: "http://127.0.0.1:9",
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
      OIDC_NAME: "Hochschulkonto",
    },
  });
  const logIn = async (query = "") => {
    await page.context().clearCookies();
    await page.goto(`${url}/login${query}`);
    await page.getByLabel(/^E-Mail/).fill(account.email);
    await page.getByLabel(/^Passwort\W*$/).fill(account.password);
    await page.getByRole("button", { name: "Anmelden" }).click();
  };
  const failed: string[] = [];
  page.on("response", (response) => {
    if (response.status() >= 400) failed.push(`${response.status()} ${response.url()}`);
  });

  await page.goto(`${url}/login`);
  await expect(page.getByRole("link", { name: "Mit Hochschulkonto anmelden" })).toBeVisible();
  await expect(page.getByLabel(/^E-Mail/)).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);
  await logIn("?next=/members");
  await expect(page).toHaveURL(`${url}/pages/user`);
  await waitForHydration(page);
  const main = page.getByRole("main");
  await expect(main.getByText("Ihr Konto braucht einen zweiten Faktor.")).toBeVisible();
  await expect(page.getByRole("region", { name: "Sitzungen" }).getByText("Dieses Gerät")).toBeVisible();
  // The page has no link to a page that this account may not open.
  await expect(page.getByRole("button", { name: /^Alles durchsuchen/ })).toHaveCount(0);
  await expect(page.getByRole("navigation").getByRole("link", { name: "Hochschulmitglieder" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Zugang anlegen" })).toHaveCount(0);
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(await accessibilityFaults(page)).toEqual([]);
  for (const path of ["/dashboard", "/members", "/print/members"]) {
    const { headers, status } = await page.request
      .get(url + path, { maxRedirects: 0 })
      .then((answer) => ({ headers: answer.headers(), status: answer.status() }));
    expect([status, headers.location], path).toEqual([307, "/pages/user"]);
  }

  const section = page.getByRole("region", { name: "Zweiter Faktor" });
  const password = section.getByLabel(/^Aktuelles Passwort/);
  await section.getByRole("button", { name: "Einrichten" }).click();
  await password.fill(account.password);
  await section.getByRole("button", { name: "Weiter" }).click();
  await expect(section.getByRole("img", { name: "QR-Code für die App" })).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);
  const key = (await section.locator(".select-all").innerText()).replaceAll(/\s/g, "");
  const totp = new TOTP({ secret: Secret.fromBase32(key) });
  expect(failed).toEqual([]);
  await section.getByLabel(/^Code der App/).fill("12345");
  await section.getByRole("button", { name: "Einschalten" }).click();
  await expect(
    section.getByText("Der Code ist nicht richtig; vielleicht geht die Uhr des Telefons falsch"),
  ).toBeVisible();
  failed.length = 0;
  await section.getByLabel(/^Code der App/).fill(totp.generate());
  await section.getByRole("button", { name: "Einschalten" }).click();
  const codes = section.getByRole("list", { name: "Wiederherstellungscodes" }).getByRole("listitem");
  await expect(codes).toHaveCount(10);
  expect(await accessibilityFaults(page)).toEqual([]);
  const recoveryCodes = await codes.allInnerTexts();
  expect(new Set(recoveryCodes).size).toBe(10);
  await section.getByRole("button", { name: "Ich habe sie aufbewahrt" }).click();
  await expect(section.getByText("10 Wiederherstellungscodes sind noch übrig")).toBeVisible();
  await expect(main.getByText("Ihr Konto braucht einen zweiten Faktor.")).toHaveCount(0);
  await page.getByRole("link", { name: "Übersicht" }).click();
  await expect(page).toHaveURL(`${url}/dashboard`);
  await expect(page.getByRole("heading", { name: "Übersicht", level: 1 })).toBeVisible();
  expect(failed).toEqual([]);

  await logIn();
  await expect(page.getByLabel(/^Code/)).toBeFocused();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.keyboard.type("000000");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: /^Meldungen/ }).getByText("Der Code ist nicht richtig")).toBeVisible();
  // Uses the code of the next 30 s, because the current code was used to enable the factor and is
  // valid only once.
  await page.getByLabel(/^Code/).fill(totp.generate({ timestamp: Date.now() + 30_000 }));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${url}/dashboard`);

  await logIn();
  await page.getByLabel(/^Code/).fill(recoveryCodes[0] ?? "");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${url}/dashboard`);
  await page.goto(`${url}/pages/user`);
  await expect(section.getByText("9 Wiederherstellungscodes sind noch übrig")).toBeVisible();
  await section.getByRole("button", { name: "Ausschalten" }).click();
  await password.fill(account.password);
  await section.getByRole("button", { name: "Ausschalten" }).click();
  await expect(section.getByRole("button", { name: "Einrichten" })).toBeVisible();
  await stop();
});
