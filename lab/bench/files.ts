/**
 * `npm run bench:files`: measures the memory above rest that the built app takes for 100 downloads of
 * 20 MB at once and for 8 uploads of 20 MB at once, and how long `GET /api/health` takes meanwhile.
 * Fails above 60 MB and 250 ms. Linux only, because it reads /proc.
 *
 *   npm run bench:files -- [--downloads 100] [--uploads 8] [--slow] [--write]
 *
 * With `--slow`, each client reads 1 MB a second. `--write` writes the figures into
 * lab/results/performance.md.
 */
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { runSql } from "@/scripts/postgres/postgres-cluster";
import { maxOf } from "@/lib/model/pure/long-lists";
import { logIn, startApp, withMembers } from "./app-under-load";
import { residentAtRest, samplePeakMemory } from "./memory";
import { measuredOn, writeFigures } from "./tables";

const GOAL_MB = 60;
const HEALTH_GOAL_MS = 250;
const MIB = 1_048_576;
const FILE_BYTES = 20 * MIB - 4_096;
const WARM_UP_CALLS = 200;
const SLOW_PAUSE_MS = 60;

const { values } = parseArgs({
  options: {
    downloads: { type: "string", default: "100" },
    uploads: { type: "string", default: "8" },
    slow: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
  },
});

type Headers = Record<string, string>;
type Measured = { what: string; rest: number; peak: number; seconds: number; health: number };

const inMb = (bytes: number) => bytes / MIB;
const pdfOf = (bytes: Uint8Array<ArrayBuffer>) => new Blob(["%PDF-1.7\n", bytes, "\n%%EOF\n"]);
const record = (id: number) => `members/${id}`;

async function upload(url: string, headers: Headers, id: number, content: Blob): Promise<number> {
  const body = new FormData();
  body.set("file", content, "Vertrag.pdf");
  const response = await fetch(`${url}/api/${record(id)}/files`, { method: "POST", headers, body });
  const answer = (await response.json()) as { datei_id?: number };
  if (answer.datei_id === undefined) throw new Error(`An upload was refused: ${JSON.stringify(answer)}`);
  return answer.datei_id;
}

/** Reads a file chunk by chunk, without holding it. */
async function download(url: string, headers: Headers, datei_id: number, isSlow: boolean): Promise<void> {
  const response = await fetch(`${url}/api/files/${datei_id}/content`, { headers });
  if (!response.ok || !response.body) throw new Error(`A download was refused: ${response.status}`);
  let bytes = 0;
  for await (const piece of response.body as ReadableStream<Uint8Array>) {
    bytes += piece.length;
    if (isSlow) await delay(SLOW_PAUSE_MS);
  }
  if (bytes < FILE_BYTES) throw new Error(`A download ended after ${bytes} bytes`);
}

/** Requests the health check until the work is done. @returns the longest response time in milliseconds */
async function slowestHealth(url: string, work: Promise<unknown>): Promise<number> {
  const worker = new Worker(new URL("health-worker.mjs", import.meta.url), { workerData: { url } });
  const answer = once(worker, "message") as Promise<[number]>;
  await work.catch(() => undefined);
  worker.postMessage("stop");
  const [slowest] = await answer;
  return slowest;
}

async function measure(
  what: string,
  { url, pid }: { url: string; pid: number },
  start: () => Promise<unknown>[],
): Promise<Measured> {
  const rest = await residentAtRest(pid);
  const began = performance.now();
  const work = Promise.all(start());
  const health = slowestHealth(url, work);
  const { peak } = await samplePeakMemory(pid, work);
  const seconds = (performance.now() - began) / 1000;
  const measured = { what, rest, peak, seconds, health: await health };
  console.log(measured);
  return measured;
}

const HEADINGS = ["at once", "at rest", "most", "above rest", "seconds", "slowest health check"];

const tableOf = (rows: readonly Measured[]) =>
  [
    HEADINGS,
    HEADINGS.map((_, index) => (index === 0 ? "---" : "--:")),
    ...rows.map(({ what, rest, peak, seconds, health }) => [
      what,
      ...[rest, peak, peak - rest].map((bytes) => `${inMb(bytes).toFixed(0)} MB`),
      ...[seconds.toFixed(1), `${health.toFixed(0)} ms`],
    ]),
  ]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n");

await withMembers(1_000, async (databaseUrl) => {
  const { program: headers } = await logIn(databaseUrl);
  const [first] = (await runSql(databaseUrl, "SELECT ph_id FROM members ORDER BY ph_id LIMIT 1")).rows;
  const id = Number((first as { ph_id: number }).ph_id);
  const app = await startApp(databaseUrl);
  try {
    const content = pdfOf(randomBytes(FILE_BYTES));
    const datei_id = await upload(app.url, headers, id, content);
    for (let call = 0; call < WARM_UP_CALLS; call += 1) {
      await (await fetch(`${app.url}/api/members?pageNo=${call % 10}&pageSize=100`, { headers })).arrayBuffer();
    }
    await download(app.url, headers, datei_id, false);
    const uploads = Array.from({ length: Number(values.uploads) }, () => pdfOf(randomBytes(FILE_BYTES)));
    const rows = [
      await measure(`${values.downloads} downloads${values.slow ? " at 1 MB/s" : ""}`, app, () =>
        Array.from({ length: Number(values.downloads) }, () => download(app.url, headers, datei_id, values.slow)),
      ),
      await measure(`${values.uploads} uploads`, app, () =>
        uploads.map((each, at) => upload(app.url, headers, id + 1 + at, each)),
      ),
    ];
    const table = tableOf(rows);
    console.log(table);
    if (values.write) writeFigures("files", `${measuredOn()} Files of 20 MB, clients on the same machine.\n\n${table}`);
    const most = maxOf(
      rows.map(({ rest, peak }) => inMb(peak - rest)),
      0,
    );
    const slowest = maxOf(
      rows.map(({ health }) => health),
      0,
    );
    if (most > GOAL_MB || slowest > HEALTH_GOAL_MS)
      throw new Error(
        `${most.toFixed(0)} MB above rest (goal ${GOAL_MB}), health ${slowest.toFixed(0)} ms (goal ${HEALTH_GOAL_MS})`,
      );
  } finally {
    await app.stop();
  }
});
// Exits explicitly, because open handles would keep the process running.
process.exit(0);
