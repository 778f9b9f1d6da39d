import "./process/check-node";
import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import path from "node:path";
import { type APIRequestContext, type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import { addMonths, format, setDate } from "date-fns";
import { createClient } from "@/lib/store/database/client";
import { isBuilt } from "./build/app-build";
import { startAppServer } from "./build/app-server";
import { DEMO_USER } from "./postgres/demo-user";
import { freePort } from "./postgres/postgres-cluster";
import { prepareDatabase } from "./postgres/prepare-database";
import { createDatabase, dropDatabase } from "./postgres/throwaway-databases";
import { startTestServer } from "./postgres/throwaway-server";
import { findChromium } from "./process/find-chromium";
import { reportFailure, UserFacingError } from "./process/user-facing-error";
import { ROOT } from "./root";

/**
 * `npm run pictures`: writes screenshots of the app with demo data into docs/pictures for the
 * README, each in a light and a dark variant. They show the date on which they are taken.
 */

const FOLDER = path.join(ROOT, "docs/pictures");
const HOST = "127.0.0.1";
const SCHEMES = ["light", "dark"] as const;
const COLLEAGUE = {
  email: "katrin.beispiel@example.org",
  name: "Katrin Beispiel",
  password: DEMO_USER.password,
  role: "editor",
} as const;

/**
 * Demo projects with a deadline that is moved to a day of the calendar's month: the end of the
 * contract, or the last day to give notice, three months before the end.
 */
const DEADLINES = [
  { title: "Mehrsprachige Kinderbücher im Unterricht (Beispiel)", day: 4 },
  { title: "Sprachförderung in der Kita (Beispiel)", day: 12, noticeMonths: 3 },
  { title: "Robotik in der Sekundarstufe (Beispiel)", day: 12 },
  { title: "Bildung für nachhaltige Entwicklung im Schulgarten (Beispiel)", day: 19, noticeMonths: 3 },
  { title: "Historische Schulbücher: gemeinsame Digitalisierung (Beispiel)", day: 22, noticeMonths: 3 },
  { title: "English Teaching Lab (Beispiel)", day: 27 },
];
/**
 * The month that the calendar's picture shows, far enough ahead that none of these deadlines has
 * passed.
 */
const CALENDAR_MONTH = addMonths(new Date(), 2);

/** The browser page of the user in the pictures, and the API client of a second user. */
type Stage = { page: Page; colleague: APIRequestContext };

/** For each picture, by name: brings the page into the state that the picture shows. */
const PICTURES: Record<string, (stage: Stage) => Promise<unknown>> = {
  list: ({ page }) => open(page, "/members?filter=mueller"),
  async project({ page, colleague }) {
    const id = await findProject(colleague, "Praktikumspartnerschaft mit den Schulen der Region (Beispiel)");
    await open(page, `/projects/${id}`);
  },
  async conflict({ page, colleague }) {
    const id = await findProject(colleague, "Künstliche Intelligenz in der Lehrerbildung (Beispiel)");
    await open(page, `/projects/${id}`);
    await change(colleague, id, {
      foerderer: "Beispielministerium für Wissenschaft",
      mittelvolumen: "1.200.000,00 €",
    });
    await page.getByLabel(/^Förderer\W*$/).fill("Musterstiftung Bildung");
    await page.getByLabel(/^Mittelvolumen\W*$/).fill("1.350.000,00 €");
    await page.getByRole("button", { name: "Speichern", exact: true }).click();
    await page.getByRole("dialog", { name: "Zwei Personen haben dasselbe geändert" }).waitFor();
  },
  async calendar({ page, colleague }) {
    for (const { title, day, noticeMonths = 0 } of DEADLINES) {
      await change(colleague, await findProject(colleague, title), {
        projektende: format(addMonths(setDate(CALENDAR_MONTH, day), noticeMonths), "yyyy-MM-dd"),
        kuendigungsfrist: noticeMonths ? `${noticeMonths} Monate` : "",
      });
    }
    await open(page, `/calendar?month=${format(CALENDAR_MONTH, "yyyy-MM")}`);
  },
};

async function findProject(api: APIRequestContext, title: string): Promise<number> {
  const response = await api.get("/api/projects", { params: { filter: title } });
  const { data } = (await response.json()) as { data: { projekt_id: number }[] };
  const [project, ...others] = data;
  if (project === undefined || others.length > 0) throw new Error(`The demo data has not one project "${title}"`);
  return project.projekt_id;
}

async function change(api: APIRequestContext, projectId: number, values: Record<string, string>): Promise<void> {
  const response = await api.put(`/api/projects/${projectId}`, { data: values });
  if (!response.ok()) throw new Error(`Project ${projectId} was not changed: ${await response.text()}`);
}

/** Opens a page and waits until it is hydrated and everything lazy has loaded. */
async function open(page: Page, address: string): Promise<void> {
  const response = await page.goto(address);
  if (!response?.ok()) throw new Error(`${address} answered ${response?.status()}`);
  await page.waitForLoadState("networkidle");
  await page.locator("form[inert]").waitFor({ state: "detached" });
}

async function logIn({ request }: BrowserContext, { email, password }: typeof DEMO_USER | typeof COLLEAGUE) {
  const response = await request.post("/api/auth/login", { data: { email, password } });
  const { success } = (await response.json()) as { success: boolean };
  if (!success) throw new Error(`The login of ${email} was refused`);
}

async function takePictures(browser: Browser, baseURL: string): Promise<void> {
  const options = {
    baseURL,
    locale: "de-DE",
    timezoneId: "Europe/Berlin",
    viewport: { width: 1440, height: 900 },
    deviceScaleFactor: 2,
    reducedMotion: "reduce",
  } as const;
  const [context, colleague] = [await browser.newContext(options), await browser.newContext(options)];
  await logIn(context, DEMO_USER);
  await logIn(colleague, COLLEAGUE);
  for (const [name, show] of Object.entries(PICTURES)) {
    const page = await context.newPage();
    await show({ page, colleague: colleague.request });
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme });
      await page.mouse.move(0, 0);
      const file = path.join(FOLDER, `${name}-${colorScheme}.png`);
      await page.screenshot({ path: file, animations: "disabled", caret: "hide" });
      console.log(path.relative(ROOT, file));
    }
    await page.close();
  }
}

/** Starts the built app on a throwaway database with demo data, and a browser for the pictures. */
async function main(): Promise<void> {
  const executablePath = findChromium();
  if (!isBuilt()) throw new UserFacingError('These sources are not built: run "npm run build" first.');
  mkdirSync(FOLDER, { recursive: true });
  const undos: (() => Promise<unknown>)[] = [];
  try {
    const server = await startTestServer();
    undos.push(server.stop);
    const database = await createDatabase(server.url, "template0");
    undos.push(() => dropDatabase(server.url, database.name));
    await prepareDatabase(database.url, { password: undefined });
    const { ensureUser } = await import("@/prisma/seed-data");
    const client = createClient(database.url, 1);
    await ensureUser(client, COLLEAGUE).finally(() => client.$disconnect());

    const port = await freePort();
    const url = `http://${HOST}:${port}`;
    const env = {
      ...process.env,
      DATABASE_URL: database.url,
      AUTH_SECRET: randomBytes(32).toString("hex"),
      APP_URL: url,
    };
    const app = await startAppServer({ host: HOST, port, env: { ...env, JOBS: "off" }, output: "errors" });
    undos.push(app.stop);
    const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
    undos.push(() => browser.close());
    await takePictures(browser, url);
  } finally {
    for (const undo of undos.reverse()) await undo();
  }
}

await main().catch((error: unknown) => {
  reportFailure(error);
  process.exitCode = 1;
});
