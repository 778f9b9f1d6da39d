import { expect, test } from "../../support/browser/fixtures";
import { inDatabase } from "../../support/browser/steps";

/*
 * Background jobs (contract §11): subscribing to deadline mails, unsubscribing, and the admin's job
 * page.
 */

test("a user subscribes to deadline mails, receives one, and unsubscribes by its link without a login", async ({
  page,
  login,
  app,
}) => {
  await login();
  await page.goto("/pages/user");
  const form = page.getByRole("region", { name: "Fristen-Mails" });
  await form.getByLabel("Wie oft").selectOption({ label: "Montags" });
  await form.getByLabel("Welche Projekte").selectOption({ label: "Nur meine Projekte" });
  await expect(form.getByText("admin@example.org")).toBeVisible();
  await form.getByLabel("Welche Projekte").selectOption({ label: "Alle Projekte" });
  await form.getByRole("button", { name: "Fristen-Mails speichern" }).click();
  await expect(page.getByText("Daten aktualisiert")).toBeVisible();
  await page.reload();
  await expect(form.getByLabel("Welche Projekte")).toHaveValue("all");

  // Backdates the last digest, so that a Monday lies in between, and adds the job as its schedule
  // would.
  await inDatabase(app, async (client) => {
    await client.query("UPDATE users SET digest_told = '2020-01-06' WHERE email = 'admin@example.org'");
    await client.query("INSERT INTO pgboss.job (name, data, policy) VALUES ('digest', '{}', 'singleton')");
  });
  const { stop } = await app.startInstance(app.url, { settings: { JOBS: "on" } });
  const digest = () => app.mails.mailsTo("admin@example.org").find(({ text }) => text.includes("/unsubscribe/"));
  await expect.poll(digest, { timeout: 30_000 }).toBeDefined();
  await stop();
  const { text = "", html = "" } = digest() ?? {};
  expect(text).toContain("Horizon 2020: ERC 227677");
  expect(html).toContain("/projects?where%5Bfristenstand%5D%5Bin%5D=1");

  await page.context().clearCookies();
  await page.goto(/http\S+\/unsubscribe\/\S+/.exec(text)?.[0] ?? "");
  await page.getByRole("button", { name: "Abbestellen" }).click();
  await expect(page.getByText("Sie bekommen keine Fristen-Mails mehr.")).toBeVisible();
  await login();
  await page.goto("/pages/user");
  await expect(form.getByLabel("Wie oft")).toHaveValue("none");
});

test("an admin sees a failed job with its reason and retries it", async ({ page, login, app }) => {
  await inDatabase(app, (client) =>
    client.query(`INSERT INTO pgboss.job (name, state, data, output, started_on, completed_on, retry_count)
      SELECT 'digest_mail', 'failed', jsonb_build_object('user_id', id, 'day', '2026-11-23'),
        '{"message": "The mail server of SMTP_URL took no mail: ECONNREFUSED"}', now(), now(), 8
      FROM users WHERE email = 'admin@example.org'`),
  );
  await login();
  await page.goto("/dashboard");
  await page.getByRole("navigation").getByText("Verwaltung").click();
  await page.getByRole("navigation").getByRole("link", { name: "Hintergrundaufgaben" }).click();
  const mails = page.getByRole("region", { name: "Fristen-Mails versenden" });
  await expect(mails.getByText("ECONNREFUSED")).toBeVisible();
  await mails.getByRole("button", { name: /^Wiederholen: / }).click();
  await expect(page.getByText("Die Aufgabe wird noch einmal versucht")).toBeVisible();
  await expect(mails.getByText("1 wartet")).toBeVisible();

  // Starts an instance that runs jobs. The retried mail is discarded as outdated, because no
  // account subscribes to digests any more.
  const { stop } = await app.startInstance(app.url, { settings: { JOBS: "on" } });
  await expect(async () => {
    await page.reload();
    await expect(mails.getByText("überholt")).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 30_000 });
  await stop();
});
