import type { Page } from "@playwright/test";
import { drive, type Target } from "../drive";
import { get } from "../workloads";

/** Processor time of the server per request, and the size of the unpacked response. */
export type Cost = { cpuMs: number; kilobytes: number };

const CONNECTIONS = 2;
/** Number of different records that are requested. */
const RECORDS = 40;

/**
 * Returns the request with which the router fetches the next page of a list: its URL and headers
 * depend on the version of Next.js and on the page that is shown.
 */
async function moveRequest(page: Page, url: string): Promise<{ path: string; headers: Record<string, string> }> {
  await page.goto(`${url}/members`, { waitUntil: "networkidle" });
  const [request] = await Promise.all([
    page.waitForRequest((one) => "rsc" in one.headers() && one.url().includes("pageNo=1")),
    page
      .getByRole("button", { name: "Nächste Seite" })
      .or(page.getByRole("link", { name: "Nächste Seite" }))
      .click(),
  ]);
  const routing = Object.entries(request.headers()).filter(([name]) => name === "rsc" || name.startsWith("next-"));
  const { pathname, search } = new URL(request.url());
  return { path: pathname + search, headers: Object.fromEntries(routing) };
}

/**
 * Measures what rendering costs, for whole pages and for a move inside the app.
 * @param session the headers of a browser that is logged in
 * @param page a page of a browser that is logged in
 * @param seconds the length of each measurement
 */
export async function measureCost(
  app: Target,
  databaseUrl: string,
  session: Record<string, string>,
  page: Page,
  seconds: number,
): Promise<Map<string, Cost[]>> {
  const move = await moveRequest(page, app.url);
  const pages = [
    { name: "list", paths: ["/members"], headers: session },
    {
      name: "record",
      paths: Array.from({ length: RECORDS }, (_, index) => `/members/${1 + 7 * index}`),
      headers: session,
    },
    { name: "dashboard", paths: ["/dashboard"], headers: session },
    { name: "login", paths: ["/login"], headers: {} },
    { name: "list, move inside the app", paths: [move.path], headers: { ...session, ...move.headers } },
  ];
  const costs = new Map<string, Cost[]>();
  for (const { name, paths, headers } of pages) {
    const options = { connections: CONNECTIONS, length: { seconds } };
    const { appCpu } = await drive(app, databaseUrl, { ...headers }, paths.map(get), options);
    const response = await fetch(app.url + paths[0], { headers: { ...headers }, redirect: "error" });
    const { byteLength } = await response.arrayBuffer();
    costs.set(name, [{ cpuMs: appCpu, kilobytes: byteLength / 1024 }]);
  }
  return costs;
}
