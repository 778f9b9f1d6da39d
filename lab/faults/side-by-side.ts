import type { AnyDefinition, AnyRow } from "@/lib/model/kinds/define";
import { allDefinitions, definitionOf } from "@/lib/model/kinds/registry";
import { PLAIN_SESSION_COOKIE } from "@/lib/base/web/session-cookie-names";
import { linkCallNames, linkListOfCall } from "@/lib/model/kinds/relations";
import { anyValues } from "@/tests/support/factories";
import type { Answer, CallOptions } from "./app";
import type { Release } from "./release";

/** One of two releases on the same database, called with a session. */
type Side = { name: string; call: Release["call"] };

/** The number of requests, and a sentence for each difference or error. */
export type Comparison = { requests: number; wrong: string[] };

/**
 * Runs everyday operations of two releases on each other's records in a shared database, and checks
 * that both read the same.
 * @param token a session that is valid for both
 */
export async function workSideBySide(older: Release, newer: Release, token: string): Promise<Comparison> {
  const comparison: Comparison = { requests: 0, wrong: [] };
  const sideOf = (name: string, { call }: Release): Side => ({
    name,
    async call(method, path, options: CallOptions = {}) {
      comparison.requests += 1;
      const answer = await call(method, path, { token, ...options });
      if (answer.status >= 300 || answer.json.success === false)
        comparison.wrong.push(`${name} release, ${method} ${path}: ${describeResponse(answer)}`);
      return answer;
    },
  });
  const [one, other] = [sideOf("older", older), sideOf("newer", newer)];
  const compareRecord = async (address: string, moment: string) => {
    const [before, now] = [await one.call("GET", address), await other.call("GET", address)];
    for (const name of differences(before.json.data, now.json.data))
      comparison.wrong.push(`${address} ${moment}: the releases disagree on ${name}`);
    const version = now.headers.get("etag");
    if (version === null || before.headers.get("etag") !== version)
      comparison.wrong.push(`${address} ${moment}: the versions differ`);
    return version ?? "";
  };
  for (const definition of allDefinitions) {
    await exchangeRecord(definition, one, other, compareRecord);
    await exchangeRecord(definition, other, one, compareRecord);
    for (const side of [one, other]) await readLists(definition, side, token);
  }
  for (const { own, other: end, call, path } of linkCallNames().map(linkListOfCall)) {
    const ids = new Map<string, number>();
    for (const { kind, column } of [own, end]) ids.set(column, await create(definitionOf(kind), one));
    const address = `/api/${call}/${path.map((column) => ids.get(column)).join("/")}`;
    await one.call("POST", address);
    await other.call("DELETE", address);
    await other.call("POST", address);
    await one.call("DELETE", address);
  }
  return comparison;
}

const describeResponse = ({ status, text }: Answer) => `${status} ${text.slice(0, 200)}`;

async function create(definition: AnyDefinition, side: Side): Promise<number> {
  const answer = await side.call("POST", `/api/${definition.apiPath}/new`, { body: anyValues(definition) });
  const { lastId } = (answer.json.data ?? {}) as { lastId?: number };
  if (lastId === undefined)
    throw new Error(`${side.name} release, a new record of ${definition.apiPath}: ${describeResponse(answer)}`);
  return lastId;
}

/** Compares a record as read by both releases. @returns its version */
type CompareRecord = (address: string, moment: string) => Promise<string>;

/**
 * Creates a record with one release, reads, saves and deletes it with the other, and restores it
 * with the first.
 */
async function exchangeRecord(definition: AnyDefinition, one: Side, other: Side, compareRecord: CompareRecord) {
  const { apiPath } = definition;
  const id = await create(definition, one);
  const address = `/api/${apiPath}/${id}`;
  const version = await compareRecord(address, "new");
  const [name, text] = requiredText(definition);
  await other.call("PUT", address, { body: { [name]: `${text}, anders` }, headers: { "if-match": version } });
  await compareRecord(address, "saved");
  await other.call("DELETE", address);
  const { json } = await one.call("GET", `/api/history?kind=${apiPath}&id=${id}&pageSize=1`);
  const [last] = (json.data ?? []) as { change_id: number }[];
  await one.call("POST", `/api/history/${last?.change_id}/revert`, { body: {} });
  await compareRecord(address, "restored");
}

/** Returns name and test value of a required free text field of a record kind. */
function requiredText(definition: AnyDefinition): [name: string, text: string] {
  const found = Object.entries(anyValues(definition)).find(
    ([, value]) => typeof value === "string" && !/@/.test(value),
  );
  if (!found) throw new Error(`No text is required of ${definition.name}`);
  return [found[0], String(found[1])];
}

/**
 * Returns the fields of the older release's response that the newer one's lacks or contains with
 * another value; additional fields are allowed.
 */
function differences(before: unknown, now: unknown): string[] {
  const [older, newer] = [(before ?? {}) as AnyRow, (now ?? {}) as AnyRow];
  return Object.keys(older).filter((name) => JSON.stringify(older[name]) !== JSON.stringify(newer[name]));
}

async function readLists({ apiPath, pages }: AnyDefinition, side: Side, token: string) {
  await side.call("GET", `/api/${apiPath}?pageSize=100`);
  for (const page of ["/dashboard", pages.list, "/pages/timeline"])
    await side.call("GET", page, { token: undefined, headers: { cookie: `${PLAIN_SESSION_COOKIE}=${token}` } });
}
