import { Secret, TOTP } from "otpauth";
import { DEMO_USER } from "@/scripts/postgres/demo-user";
import { freePort } from "@/scripts/postgres/postgres-cluster";
import { accessibilityFaults } from "../../support/browser/accessibility";
import { expect, test } from "../../support/browser/fixtures";

/* A second factor on the account page, and at the login. */

test("a second factor is set up with an app and required at the next login; a recovery code replaces it", async ({
  page,
  loginAlone,
}) => {
  const logIn = async () => {
    await page.goto("/login");
    await page.getByLabel(/^E-Mail/).fill(DEMO_USER.email);
    await page.getByLabel(/^Passwort\W*$/).fill(DEMO_USER.password);
    await page.getByRole("button", { name: "Anmelden" }).click();
  };
  const logOut = () => page.context().clearCookies();

  await loginAlone();
  await page.goto("/pages/user");
  const section = page.getByRole("region", { name: "Zweiter Faktor" });
  const password = section.getByLabel(/^Aktuelles Passwort/);
  await section.getByRole("button", { name: "Einrichten" }).click();
  await password.fill(DEMO_USER.password);
  await section.getByRole("button", { name: "Weiter" }).click();
  await expect(section.getByRole("img", { name: "QR-Code für die App" })).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);
  const key = (await section.locator(".select-all").innerText()).replaceAll(/\s/g, "");
  const app = new TOTP({ secret: Secret.fromBase32(key) });
  await section.getByLabel(/^Code der App/).fill("12345");
  await section.getByRole("button", { name: "Einschalten" }).click();
  await expect(
    section.getByText("Der Code ist nicht richtig; vielleicht geht die Uhr des Telefons falsch"),
  ).toBeVisible();
  await section.getByLabel(/^Code der App/).fill(app.generate());
  await section.getByRole("button", { name: "Einschalten" }).click();
  const codes = section.getByRole("list", { name: "Wiederherstellungscodes" }).getByRole("listitem");
  await expect(codes).toHaveCount(10);
  expect(await accessibilityFaults(page)).toEqual([]);
  const [recovery = "", second = ""] = await codes.allInnerTexts();
  await section.getByRole("button", { name: "Ich habe sie aufbewahrt" }).click();
  await expect(section.getByText("10 Wiederherstellungscodes sind noch übrig")).toBeVisible();

  await logOut();
  await logIn();
  await expect(page.getByLabel(/^Code/)).toBeFocused();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.keyboard.type("000000");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: /^Meldungen/ }).getByText("Der Code ist nicht richtig")).toBeVisible();
  // Uses the code of the next 30 s, because the current code was used to enable the factor and is
  // valid only once.
  await page.getByLabel(/^Code/).fill(app.generate({ timestamp: Date.now() + 30_000 }));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/dashboard$/);

  await logOut();
  await logIn();
  await page.getByLabel(/^Code/).fill(recovery);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto("/pages/user");
  await expect(section.getByText("9 Wiederherstellungscodes sind noch übrig")).toBeVisible();
  await section.getByRole("button", { name: "Ausschalten" }).click();
  await password.fill(DEMO_USER.password);
  await section.getByRole("button", { name: "Ausschalten" }).click();
  await expect(section.getByRole("button", { name: "Einrichten" })).toBeVisible();
  await logOut();
  await logIn();
  await expect(page).toHaveURL(/\/dashboard$/);
  expect(second).not.toBe(recovery);
});

test("a user who must set up a second factor reaches only the account page until it is set up", async ({
  app,
  page,
}) => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const { stop } = await app.startInstance(url, { port, settings: { TOTP_REQUIRED: "all" } });
  const refused: string[] = [];
  page.on("response", (response) => {
    if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`);
  });

  await page.goto(`${url}/login?next=/members`);
  await page.getByLabel(/^E-Mail/).fill(DEMO_USER.email);
  await page.getByLabel(/^Passwort\W*$/).fill(DEMO_USER.password);
  await page.getByRole("button", { name: "Anmelden" }).click();
  await expect(page).toHaveURL(`${url}/pages/user`);
  const main = page.getByRole("main");
  await expect(main.getByText("Ihr Konto braucht einen zweiten Faktor.")).toBeVisible();
  await expect(page.getByRole("region", { name: "Sitzungen" }).getByText("Dieses Gerät")).toBeVisible();
  // The page has no control that leads to a page which this account may not open.
  await expect(page.getByRole("button", { name: /^Alles durchsuchen/ })).toHaveCount(0);
  await expect(page.getByRole("navigation").getByRole("link", { name: "Hochschulmitglieder" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Zugang anlegen" })).toHaveCount(0);
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(await accessibilityFaults(page)).toEqual([]);
  for (const path of ["/dashboard", "/members", "/print/members"]) {
    await page.goto(url + path);
    await expect(page).toHaveURL(`${url}/pages/user`);
  }
  await page.reload();

  const section = page.getByRole("region", { name: "Zweiter Faktor" });
  await section.getByRole("button", { name: "Einrichten" }).click();
  await section.getByLabel(/^Aktuelles Passwort/).fill(DEMO_USER.password);
  await section.getByRole("button", { name: "Weiter" }).click();
  const key = (await section.locator(".select-all").innerText()).replaceAll(/\s/g, "");
  await section.getByLabel(/^Code der App/).fill(new TOTP({ secret: Secret.fromBase32(key) }).generate());
  await section.getByRole("button", { name: "Einschalten" }).click();
  await section.getByRole("button", { name: "Ich habe sie aufbewahrt" }).click();
  await expect(main.getByText("Ihr Konto braucht einen zweiten Faktor.")).toHaveCount(0);
  await page.getByRole("link", { name: "Übersicht" }).click();
  await expect(page).toHaveURL(`${url}/dashboard`);
  await expect(page.getByRole("heading", { name: "Übersicht", level: 1 })).toBeVisible();
  expect(refused).toEqual([]);

  // Removes the factor, because other tests of this worker log the demo user in by password alone.
  await page.request.post(`${url}/api/user/second_factor/remove`, { data: { current_password: DEMO_USER.password } });
  await stop();
});
