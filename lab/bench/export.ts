/**
 * `npm run bench:export`: measures the memory above rest that the built app takes to export 100,000
 * members with all columns, as CSV and XLSX. Fails above 60 MB. Linux only, because it reads /proc.
 *
 *   npm run bench:export -- [--size 100000] [--rounds 3] [--write]
 *
 * `--write` writes the figures into lab/results/performance.md.
 */
import { parseArgs } from "node:util";
import { member } from "@/lib/model/kinds/member";
import { spreadsheetColumnsOf } from "@/lib/features/exports/spreadsheet-columns";
import { logIn, startApp, withMembers } from "./app-under-load";
import { residentAtRest, samplePeakMemory } from "./memory";
import { measuredOn, writeFigures } from "./tables";
import { maxOf } from "@/lib/model/pure/long-lists";

const GOAL_MB = 60;
const WARM_UP_CALLS = 200;
const COLUMNS = spreadsheetColumnsOf(member).map(({ name }) => name);
const FORMATS = ["csv", "xlsx"] as const;
type Format = (typeof FORMATS)[number];
type Export = { format: Format; round: number; rest: number; peak: number; seconds: number; bytes: number };

const { values } = parseArgs({
  options: {
    size: { type: "string", default: "100000" },
    rounds: { type: "string", default: "3" },
    write: { type: "boolean", default: false },
  },
});

const inMb = (bytes: number) => bytes / 1024 / 1024;

/** Reads a response chunk by chunk, as a browser does that writes it to disk. */
async function download(address: string, headers: Record<string, string>) {
  const start = performance.now();
  const response = await fetch(address, { headers });
  if (!response.ok || !response.body) throw new Error(`${address}: ${response.status}`);
  let [bytes, lines] = [0, 0];
  for await (const piece of response.body as ReadableStream<Uint8Array>) {
    bytes += piece.length;
    for (const byte of piece) if (byte === 0x0a) lines += 1;
  }
  return { bytes, lines, seconds: (performance.now() - start) / 1000 };
}

/**
 * Requests lists and one small export of each format, so that all code is loaded before the
 * measurement.
 */
async function warmUp(url: string, headers: Record<string, string>): Promise<void> {
  for (let call = 0; call < WARM_UP_CALLS; call += 1) {
    await download(`${url}/api/members?pageNo=${call}&pageSize=100`, headers);
  }
  for (const format of FORMATS) {
    await download(`${url}/api/members/export?format=${format}&columns=${COLUMNS.join()}&filter=Anna%20Grün`, headers);
  }
}

async function measure(databaseUrl: string, size: number, rounds: number): Promise<Export[]> {
  const { program } = await logIn(databaseUrl);
  const measured: Export[] = [];
  for (const format of FORMATS) {
    // Each format gets a new app process, because the heap that the first export has grown would
    // benefit the second.
    const app = await startApp(databaseUrl);
    try {
      await warmUp(app.url, program);
      const rest = await residentAtRest(app.pid);
      for (let round = 1; round <= rounds; round += 1) {
        const address = `${app.url}/api/members/export?format=${format}&columns=${COLUMNS.join()}`;
        const { result, peak } = await samplePeakMemory(app.pid, download(address, program));
        if (format === "csv" && result.lines !== size + 1) throw new Error(`${result.lines} lines for ${size} rows`);
        measured.push({ format, round, rest, peak, ...result });
        console.log(measured.at(-1));
      }
    } finally {
      await app.stop();
    }
  }
  return measured;
}

const HEADINGS = ["format", "download", "at rest", "most", "above rest", "seconds", "size of the file"];

function tableOf(exports: readonly Export[]): string {
  const lines = exports.map(({ format, round, rest, peak, seconds, bytes }) => [
    ...[format, round],
    ...[rest, peak, peak - rest].map((size) => `${inMb(size).toFixed(0)} MB`),
    ...[seconds.toFixed(1), `${inMb(bytes).toFixed(1)} MB`],
  ]);
  return [HEADINGS, HEADINGS.map((_, index) => (index === 0 ? "---" : "--:")), ...lines]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n");
}

const size = Number(values.size);
await withMembers(size, async (databaseUrl) => {
  const exports = await measure(databaseUrl, size, Number(values.rounds));
  const table = tableOf(exports);
  console.log(table);
  if (values.write) {
    const what = `${size.toLocaleString("en")} rows of ${COLUMNS.length} columns.`;
    writeFigures("exported", `${measuredOn()} ${what}\n\n${table}`);
  }
  const maxMb = maxOf(
    exports.map(({ rest, peak }) => inMb(peak - rest)),
    0,
  );
  if (maxMb > GOAL_MB) throw new Error(`An export took ${maxMb.toFixed(0)} MB above rest, more than ${GOAL_MB}`);
});
// Exits explicitly, because open handles would keep the process running.
process.exit(0);
