import type { AnyDefinition, AnyRow } from "@/lib/records/kinds/define";
import { allDefinitions, definitionOf } from "@/lib/records/kinds/registry";
import { PLAIN_SESSION_COOKIE } from "@/lib/server/web/session-cookie";
import { linkCallNames, linkListOfCall } from "@/lib/records/kinds/relations";
import { anyValues } from "@/tests/support/factories";
import type { Answer, CallOptions } from "./app";
import type { Release } from "./release";

/** One of two releases on one database, used by somebody who is logged in. */
type Side = { name: string; call: Release["call"] };

/** What was asked of both, and what was not as it should be. */
export type Comparison = { asked: number; wrong: string[] };

/**
 * Has two releases that share a database do to each other's records what staff do, and looks whether they agree.
 * @param token a session that both know
 */
export async function workSideBySide(older: Release, newer: Release, token: string): Promise<Comparison> {
  const comparison: Comparison = { asked: 0, wrong: [] };
  const as = (name: string, { call }: Release): Side => ({
    name,
    async call(method, path, options: CallOptions = {}) {
      comparison.asked += 1;
      const answer = await call(method, path, { token, ...options });
      if (answer.status >= 300 || answer.json.success === false)
        comparison.wrong.push(`${name} release, ${method} ${path}: ${said(answer)}`);
      return answer;
    },
  });
  const [one, other] = [as("older", older), as("newer", newer)];
  const agree = async (address: string, when: string) => {
    const [before, now] = [await one.call("GET", address), await other.call("GET", address)];
    for (const name of differences(before.json.data, now.json.data))
      comparison.wrong.push(`${address} ${when}: they do not agree on ${name}`);
    const version = now.headers.get("etag");
    if (version === null || before.headers.get("etag") !== version)
      comparison.wrong.push(`${address} ${when}: two versions`);
    return version ?? "";
  };
  for (const definition of allDefinitions) {
    await exchangeRecord(definition, one, other, agree);
    await exchangeRecord(definition, other, one, agree);
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

const said = ({ status, text }: Answer) => `${status} ${text.slice(0, 200)}`;

async function create(definition: AnyDefinition, side: Side): Promise<number> {
  const answer = await side.call("POST", `/api/${definition.apiPath}/new`, { body: anyValues(definition) });
  const { lastId } = (answer.json.data ?? {}) as { lastId?: number };
  if (lastId === undefined)
    throw new Error(`${side.name} release, a new record of ${definition.apiPath}: ${said(answer)}`);
  return lastId;
}

/** Looks at a record from both sides. @returns its version */
type Agree = (address: string, when: string) => Promise<string>;

/** Made by one, seen, saved and deleted by the other, brought back by the first. */
async function exchangeRecord(definition: AnyDefinition, one: Side, other: Side, agree: Agree) {
  const { apiPath } = definition;
  const id = await create(definition, one);
  const address = `/api/${apiPath}/${id}`;
  const version = await agree(address, "new");
  const [name, text] = aText(definition);
  await other.call("PUT", address, { body: { [name]: `${text}, anders` }, headers: { "if-match": version } });
  await agree(address, "saved");
  await other.call("DELETE", address);
  const { json } = await one.call("GET", `/api/history?kind=${apiPath}&id=${id}&pageSize=1`);
  const [last] = (json.data ?? []) as { change_id: number }[];
  await one.call("POST", `/api/history/${last?.change_id}/revert`, { body: {} });
  await agree(address, "brought back");
}

/** A text that a record of a kind must have, and that may read as one likes. */
function aText(definition: AnyDefinition): [name: string, text: string] {
  const found = Object.entries(anyValues(definition)).find(
    ([, value]) => typeof value === "string" && !/@/.test(value),
  );
  if (!found) throw new Error(`No text is required of ${definition.name}`);
  return [found[0], String(found[1])];
}

/** What the older one tells and the newer one does not, or otherwise; that the newer one tells more is as it should be. */
function differences(before: unknown, now: unknown): string[] {
  const [older, newer] = [(before ?? {}) as AnyRow, (now ?? {}) as AnyRow];
  return Object.keys(older).filter((name) => JSON.stringify(older[name]) !== JSON.stringify(newer[name]));
}

async function readLists({ apiPath, pages }: AnyDefinition, side: Side, token: string) {
  await side.call("GET", `/api/${apiPath}?pageSize=100`);
  for (const page of ["/dashboard", pages.list, "/pages/timeline"])
    await side.call("GET", page, { token: undefined, headers: { cookie: `${PLAIN_SESSION_COOKIE}=${token}` } });
}
