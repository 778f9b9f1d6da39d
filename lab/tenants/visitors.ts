import { setTimeout as delay } from "node:timers/promises";
import type { Tenant } from "./tenants";
import { workloads, type LoadRequest } from "../bench/workloads";

/** A university's app, and the request headers of a session in it. */
export type Site = { tenant: Tenant; url: string; pid: number; headers: Record<string, string> };
export type Times = { answered: number; refused: number; p50: number; p95: number };

const percentile = (sorted: readonly number[], part: number) => sorted[Math.floor((sorted.length - 1) * part)] ?? NaN;

/** Returns everyday requests or, if `isHeavy`, requests that are expensive for the database. */
function requestsFor({ members }: Tenant, isHeavy: boolean): LoadRequest[] {
  const names = isHeavy
    ? ["list, text filter", "list, two topics", "typeahead"]
    : ["list, first page", "list, text filter", "one record", "save one record", "typeahead"];
  const lists = workloads(members)
    .filter(({ name }) => names.includes(name))
    .map(({ requests }) => requests);
  return lists.flatMap((_, index) => lists.map((requests) => requests[index * 7]!));
}

let time = 0;

async function sendRequest({ url, headers }: Site, { method, path, body }: LoadRequest): Promise<number> {
  const response = await fetch(url + path, {
    method,
    headers: { ...headers, ...(body && { "content-type": "application/json" }) },
    body: body && JSON.stringify(body((time += 1))),
    signal: AbortSignal.timeout(30_000),
  });
  await response.arrayBuffer();
  return response.status;
}

/**
 * Runs concurrent visitors of a site, each sending one request after the other with pauses, until a
 * time.
 */
export async function visit(
  site: Site,
  { people, pauseMs, until, isHeavy = false }: { people: number; pauseMs: number; until: number; isHeavy?: boolean },
): Promise<Times> {
  const requests = requestsFor(site.tenant, isHeavy);
  const times: number[] = [];
  let refused = 0;
  const person = async (start: number) => {
    for (let index = start; performance.now() < until; index += 1) {
      const startedAt = performance.now();
      const status = await sendRequest(site, requests[index % requests.length]!);
      if (status === 200) times.push(performance.now() - startedAt);
      else if (status === 503) refused += 1;
      else throw new Error(`${site.tenant.name} answered ${status}`);
      if (pauseMs > 0) await delay(pauseMs * (0.5 + Math.random()));
    }
  };
  await Promise.all(Array.from({ length: people }, (_, index) => person(index)));
  times.sort((one, other) => one - other);
  return { answered: times.length, refused, p50: percentile(times, 0.5), p95: percentile(times, 0.95) };
}

/**
 * Returns the sites at which another university's rows are visible or its sessions valid; there
 * must be none. Checks one site after the other, because the apps have just started.
 */
export async function findLeaks(sites: readonly Site[]): Promise<string[]> {
  const found: string[] = [];
  for (const site of sites) {
    for (const { tenant, headers } of sites) {
      const isOwn = tenant === site.tenant;
      const membersUrl = `${site.url}/api/members?filter=${tenant.marker}`;
      const list = (await (await fetch(membersUrl, { headers: site.headers })).json()) as { total?: number };
      if (list.total !== (isOwn ? 1 : 0)) found.push(`${site.tenant.name} finds ${list.total} of ${tenant.name}`);
      const { status } = await fetch(membersUrl, { headers });
      if (status !== (isOwn ? 200 : 401)) found.push(`${site.tenant.name} answers ${status} to ${tenant.name}'s login`);
    }
  }
  return found;
}
