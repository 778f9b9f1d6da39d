/**
 * Sends every row of `institutions.csv` through `POST /api/institutions/new`, as an import would,
 * and checks that valid rows are stored as sent, except for trimming, and that every refusal names
 * a field.
 *
 *   node --import tsx lab/bench/post-institutions.ts path/to/institutions.csv
 *
 * Reads BASE_URL (http://localhost:3000), EMAIL and PASSWORD (the demo's). It writes into that installation's database.
 */
import { readCsv } from "../duplicates/csv";

const BASE_URL = process.env.BASE_URL ?? "http://localhost:3000";
const EMAIL = process.env.EMAIL ?? "admin@example.org";
const PASSWORD = process.env.PASSWORD ?? "kooperation";
const PARALLEL = 4;
const COLUMNS = ["name", "type", "street", "postcode", "city", "phone", "website"] as const;

type Institution = Record<"name" | "branchen" | "adresse" | "telefon" | "webseite", string>;
type Created = { data: { lastId: number } };
type Refused = { message: string; errors?: Record<string, string[]> };

const [file] = process.argv.slice(2);
if (!file) throw new Error("Name the institutions.csv to send.");

async function logIn(): Promise<string> {
  const response = await fetch(`${BASE_URL}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: EMAIL, password: PASSWORD }),
  });
  const answer = (await response.json()) as { access_token?: string; message: string };
  if (!answer.access_token) throw new Error(`Login refused: ${answer.message}`);
  return answer.access_token;
}

const rows = readCsv(file, COLUMNS).map(({ name, type, street, postcode, city, phone, website }): Institution => ({
  name,
  branchen: type || "Hochschule",
  adresse: [street, postcode, city].filter(Boolean).join(" "),
  telefon: phone,
  webseite: website,
}));

const token = await logIn();
const headers = { authorization: `Bearer ${token}`, "content-type": "application/json", prefer: "return=minimal" };
const refusals = new Map<string, number>();
const differences: string[] = [];
let created = 0;

async function send(institution: Institution): Promise<void> {
  const response = await fetch(`${BASE_URL}/api/institutions/new`, {
    method: "POST",
    headers,
    body: JSON.stringify(institution),
  });
  if (response.status === 422) {
    const { errors } = (await response.json()) as Refused;
    const reason = Object.entries(errors ?? { "no field": [] })
      .map(([field, codes]) => `${field}: ${codes.join(", ")}`)
      .join("; ");
    refusals.set(reason, (refusals.get(reason) ?? 0) + 1);
    return;
  }
  if (response.status !== 201) throw new Error(`${response.status} for ${JSON.stringify(institution)}`);
  created += 1;
  const { data } = (await response.json()) as Created;
  const loaded = await fetch(`${BASE_URL}/api/institutions/${data.lastId}`, { headers });
  const { data: stored } = (await loaded.json()) as { data: Institution };
  for (const [field, sent] of Object.entries(institution) as [keyof Institution, string][]) {
    if (stored[field] !== sent.trim()) differences.push(`${data.lastId} ${field}: ${sent} → ${stored[field]}`);
  }
}

const started = performance.now();
const waiting = [...rows];
async function work(): Promise<void> {
  for (let next = waiting.pop(); next; next = waiting.pop()) await send(next);
}
await Promise.all(Array.from({ length: PARALLEL }, work));

const seconds = (performance.now() - started) / 1000;
console.log(`${rows.length} rows sent and ${created} read back in ${seconds.toFixed(0)} s`);
console.log(`stored: ${created}, refused: ${rows.length - created}, stored differently: ${differences.length}`);
for (const [reason, count] of [...refusals].sort((a, b) => b[1] - a[1])) console.log(`  ${count} × ${reason}`);
for (const difference of differences.slice(0, 10)) console.log(`  ${difference}`);
process.exitCode = differences.length > 0 || refusals.has("no field: ") ? 1 : 0;
