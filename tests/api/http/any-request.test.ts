import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { AnyDefinition } from "@/lib/model/kinds/define";
import { allDefinitions, kinds } from "@/lib/model/kinds/registry";
import { createSession } from "@/lib/sessions/session";
import { feedSecretOf } from "@/lib/features/deadlines/server/calendar/feed-secret";
import { commandContext } from "@/lib/store/database/transaction";
import { db } from "@/lib/store/database/client";
import { apiDocument } from "@/lib/routes";
import { createAny, createUser } from "../../support/factories";
import { call, type Client } from "../../support/api";
import { requestsOf, type AnyRequest, type Operation } from "../../support/arbitrary-requests";
import { newProposer, propose } from "../../support/records/proposals";
import { createDraft, startRound } from "../../support/records/rounds";
import { createStoredFile } from "../../support/records/stored-files";

/*
 * Contract §1: no input may cause a 500, and a refused request must not change data. `call`
 * validates every response against the OpenAPI document. On failure fast-check prints the seed and
 * the smallest failing request.
 */

const REQUESTS = Number(process.env.API_PROPERTY_REQUESTS || 1_000);
const SEED = process.env.API_PROPERTY_SEED;

const mailFolder = mkdtempSync(path.join(tmpdir(), "mails-"));
afterAll(() => rmSync(mailFolder, { recursive: true }));
// Effectively disables the rate limits, which are not tested here.
Object.assign(process.env, { MAIL_DIR: mailFolder, RATE_LIMIT_FACTOR: "1000000", REGISTRATION_DOMAINS: "example.org" });

type Refusal = { success?: boolean } | null;

const document = apiDocument();
const operations = Object.entries(document.paths).flatMap(([route, item]) =>
  Object.entries(item).map(([method, operation]) => ({
    method: method.toUpperCase(),
    route,
    operation: operation as Operation,
  })),
);
const resolve = (reference: string) => document.components.schemas[reference.split("/").at(-1) ?? ""] ?? {};

let account: number;
let token: string;
/**
 * Maps an arbitrary number to the key of an existing row. The name of the path parameter determines
 * the table.
 */
async function existingKey(parameter: string, number: number): Promise<number> {
  const table = allDefinitions.find(({ key }) => key === parameter)?.table;
  const tableAndKey = {
    change_id: ["changes", "change_id"],
    datei_id: ["files", "datei_id"],
    entry_id: ["titel", "titel_id"],
    id: ["sessions", "id"],
    import_id: ["imports", "import_id"],
    proposal_id: ["proposals", "proposal_id"],
    runde_id: ["rounds", "runde_id"],
  }[parameter];
  const [source, key] = table ? [table, parameter] : (tableAndKey ?? []);
  if (!source || !key) throw new Error(`Nothing is known of the parameter ${parameter}`);
  const rows = await db().$queryRawUnsafe<{ id: number }[]>(
    `SELECT ${key} AS id FROM ${source} ORDER BY ${key} DESC LIMIT 1 OFFSET ${number % 8}`,
  );
  return rows[0]?.id ?? number;
}

/** Creates a new session, because some calls end the current one. */
async function logIn(): Promise<void> {
  const user = await db().user.findUniqueOrThrow({ where: { id: account } });
  token = (await createSession(user, "any")) ?? "";
}

let tables: string[];
/** Returns a checksum of each table, without the columns `last_seen_at`. */
async function dataChecksum(): Promise<string> {
  const sums = tables.map(
    (table) =>
      `SELECT '${table}:' || count(*) || ':' || coalesce(sum(hashtextextended((to_jsonb(t) - 'last_seen_at')::text, 0)), 0) AS sum FROM ${table} t`,
  );
  const rows = await db().$queryRawUnsafe<{ sum: string }[]>(sums.join(" UNION ALL "));
  return rows.map(({ sum }) => sum).join("\n");
}

async function send(method: string, route: string, request: AnyRequest) {
  const values = await Promise.all(
    Object.entries(request.path).map(async ([name, value]) => {
      return [name, typeof value === "string" ? value : String(await existingKey(name, value.existing))] as const;
    }),
  );
  const segments = new Map(values);
  const pathname = route.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(segments.get(name) ?? ""));
  const query = new URLSearchParams(request.query).toString();
  const credentials = { token: { authorization: `Bearer ${token}` }, cookie: { cookie: `session=${token}` } };
  const headers: Record<string, string> = {
    "content-type": "application/json",
    ...(typeof request.as === "string" ? credentials[request.as] : request.as),
    ...request.headers,
  };
  // Trims header values and removes control characters, because no HTTP client can send them.
  for (const [name, value] of Object.entries(headers)) headers[name] = value.replaceAll(/[\0\r\n\x7f]/g, "").trim();
  const raw = method === "GET" || request.body === null ? undefined : request.body;
  return call<Refusal>(method, `/api${pathname}${query && `?${query}`}`, { headers, raw });
}

beforeAll(async () => {
  account = (await createUser(db(), { role: "admin" })).id;
  // Creates the secret of the calendar feed. Otherwise the first read would create it and be
  // detected as a change of data.
  await feedSecretOf(commandContext(), { id: account, bySso: false });
  for (const definition of allDefinitions) for (let count = 0; count < 4; count += 1) await createAny(db(), definition);
  const id = await createAny(db(), kinds.institution as unknown as AnyDefinition);
  const values = { telefon: ["", "1"], email: ["", "keine"], adresse: ["alt", "neu"] } as Record<
    string,
    [string, string]
  >;
  for (let count = 0; count < 4; count += 1) await propose(newProposer(), { kind: "institutions", id, values });
  const client: Pick<Client, "post"> = { post: (path, body) => call("POST", path, { token, body }) };
  await logIn();
  for (let record = 1; record <= 4; record += 1) await createStoredFile(db(), { kind: "members", record });
  for (const round of [createDraft, startRound, createDraft, startRound]) await round(client);
  // Rate limit counters and derived tables are excluded, because requests that change no data
  // update them; the gazetteer, because its half a million rows take seconds to read.
  const tableRows = await db().$queryRaw<{ name: string }[]>`
    SELECT tablename AS name FROM pg_tables
    WHERE schemaname = 'public' AND tablename NOT IN ('rate_limits', '_prisma_migrations', 'project_deadlines',
      'alike_records', 'alike_waiting', 'duplicate_pairs', 'quality_counts', 'places', 'place_names', 'gazetteer')`;
  tables = tableRows.map(({ name }) => name);
});

const runs = Math.ceil(REQUESTS / operations.length);
const timeoutMs = 30_000 + 200 * runs;
const answersByStatus = new Map<number, number>();
afterAll(() => {
  console.info("Answers by status:", Object.fromEntries(answersByStatus));
});

it.each(operations)(
  "$method $route responds as documented, and changes nothing when it refuses or reads",
  { timeout: 2 * timeoutMs },
  async ({ method, route, operation }) => {
    await logIn();
    let dataBefore = await dataChecksum();
    const property = fc.asyncProperty(requestsOf(operation, resolve), async (request) => {
      const { status, json } = await send(method, route, request);
      answersByStatus.set(status, (answersByStatus.get(status) ?? 0) + 1);
      expect(status).toBeLessThan(500);
      if (method === "GET") return;
      if (status < 300 && json?.success !== false) {
        await logIn();
        dataBefore = await dataChecksum();
      } else {
        expect(await dataChecksum()).toBe(dataBefore);
      }
    });
    await fc.assert(property, {
      numRuns: runs,
      interruptAfterTimeLimit: timeoutMs,
      ...(SEED && { seed: Number(SEED) }),
    });
    expect(await dataChecksum()).toBe(dataBefore);
  },
);
