import { request } from "node:http";
import { textCell, workbookOf } from "../../support/records/archives";
import { expect, test } from "../../support/browser/fixtures";

/*
 * Small files that once stalled an instance for minutes or took gigabytes of memory. They are sent
 * to the production build, because latency and memory of a server in the test's own process could
 * not be measured.
 */

const PARSE_SECONDS = 1;
const POLL_INTERVAL_MS = 25;
/**
 * Maximum latency of health checks in ms. Parsing on the main thread delayed them by 13 s and more;
 * a busy test machine without attack delays them by up to 0.8 s.
 */
const HEALTH_MAX_MS = 3_000;
const RSS_MAX_GROWTH_BYTES = 150 * 1_048_576;
const METRICS_TOKEN = "a-token-for-tests-that-is-long-enough";
const PATH = "/api/imports?kind=institutions";

let instance: { port: number; stop: () => Promise<void> };

test.describe.configure({ mode: "default" });
test.beforeAll(async ({ app }) => {
  instance = await app.startInstance(app.url, {
    settings: { IMPORT_PARSE_SECONDS: String(PARSE_SECONDS), METRICS_TOKEN },
  });
});
test.afterAll(() => instance.stop());

type RequestOptions = { method?: string; path: string; headers?: Record<string, string>; body?: Buffer };

/** Sends a request over a new connection. */
function send({ body, ...options }: RequestOptions): Promise<{ status: number | undefined; text: string; ms: number }> {
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: "127.0.0.1", port: instance.port, agent: false, ...options }, async (response) => {
      const text = Buffer.concat((await response.toArray()) as Buffer[]).toString();
      resolve({ status: response.statusCode, text, ms: performance.now() - startedAt });
    });
    outgoing.on("error", reject).end(body);
  });
}

/** Returns the instance's resident memory in bytes. */
async function residentMemory(): Promise<number> {
  const { text } = await send({ path: "/api/metrics", headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(text)?.[1]);
}

/** Polls the instance's health until `work` has ended. @returns the latencies in ms */
async function healthDuring(work: Promise<unknown>): Promise<number[]> {
  const polls: Promise<{ ms: number }>[] = [];
  const timer = setInterval(() => polls.push(send({ path: "/api/health" })), POLL_INTERVAL_MS);
  await work.finally(() => clearInterval(timer));
  return (await Promise.all(polls)).map(({ ms }) => ms);
}

/**
 * Returns the 90th percentile: a busy machine delays only single responses, but a stalled instance
 * delays all.
 */
const percentile90 = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.9)] ?? 0;

const BOUNDARY = "----attack";
const CLOSE = `\r\n--${BOUNDARY}--\r\n`;
const partHead = (name: string, file?: string) =>
  `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"${file ? `; filename="${file}"` : ""}\r\n\r\n`;
const formOf = (file: Uint8Array | string) =>
  Buffer.concat([Buffer.from(partHead("file", "tabelle.xlsx")), Buffer.from(file as string), Buffer.from(CLOSE)]);

const HEADER = `<row r="1">${textCell("Name")}</row>`;
const workbook = (xml: string, strings?: string[]) => formOf(workbookOf(HEADER + xml, strings));
const rows = (count: number, rowOf: (row: number) => string) =>
  Array.from({ length: count }, (_, at) => rowOf(at + 2)).join("");
const emptyCellsInTheLastColumn = () =>
  workbook(rows(500_000, (row) => `<row r="${row}"><c r="XFD${row}" s="1"/></row>`));

/**
 * Name, request body and allowed outcomes: "read" or the code of an error. Several outcomes are
 * allowed where a slow machine may reach the timeout first.
 */
const attacks: [string, () => Buffer, ...string[]][] = [
  ["a comment of 60 MB", () => workbook(`<!--${"x".repeat(60_000_000)}-->`), "too_complex"],
  ["30 MB of <", () => workbook("<".repeat(30_000_000)), "too_complex"],
  ["a tag with 20 MB of attributes", () => workbook(`<row ${'a="b" '.repeat(3_300_000)}/>`), "too_complex"],
  [
    "a cell in the last column of 8,000 rows",
    () => workbook(rows(8_000, (row) => `<row r="${row}"><c r="XFD${row}"><v>1</v></c></row>`)),
    "too_many_columns",
    "too_complex",
  ],
  ["an empty cell in the last column of 500,000 rows", emptyCellsInTheLastColumn, "too_complex", "read"],
  ["8 million empty rows", () => workbook("<row/>".repeat(8_000_000)), "too_complex", "unreadable"],
  [
    "6 million cells in a row",
    () => workbook(`<row>${'<c t="b"/>'.repeat(6_000_000)}</row>`),
    "too_complex",
    "unreadable",
  ],
  ["20 million nested elements", () => workbook("<a>".repeat(20_000_000)), "too_complex", "unreadable"],
  ["3 million shared strings", () => workbook("", Array<string>(3_000_000).fill("")), "too_complex"],
  ["a csv cell of 4 MB", () => formOf(`Name;Themenfelder\na;${"a|".repeat(2_000_000)}`), "read", "too_complex"],
  ["4 MB of quotes", () => formOf(`Name\n${'"'.repeat(4_000_000)}`), "read", "too_complex"],
  ["4 MB of delimiters", () => formOf(`x${";x".repeat(2_000_000)}`), "too_many_columns", "too_complex"],
  ["4 MB of line breaks", () => formOf(`Name\n${"\n".repeat(4_000_000)}`), "too_many_rows", "too_complex"],
  [
    "a form of 330,000 fields",
    () => Buffer.from(`${partHead("a")}\r\n`.repeat(330_000) + partHead("file", "a.csv") + CLOSE),
    "max",
  ],
  [
    "a form field with headers of 1 MB",
    () => Buffer.from(`--${BOUNDARY}\r\nx: ${"x".repeat(1_000_000)}\r\n\r\n${CLOSE}`),
    "required",
  ],
];

const headersOf = (token: string) => ({
  authorization: `Bearer ${token}`,
  "content-type": `multipart/form-data; boundary=${BOUNDARY}`,
});

for (const [attack, build, ...outcomes] of attacks) {
  test(`an import of ${attack} does not stall the instance or exhaust its memory`, async ({ api, session }) => {
    const body = build();
    const rssBefore = await residentMemory();
    const upload = send({ method: "POST", path: PATH, headers: headersOf(session.token), body });
    const latencies = await healthDuring(upload);
    const { status, text, ms } = await upload;
    expect([201, 422]).toContain(status);
    const { id, errors } = JSON.parse(text) as { id?: number; errors?: { file: [string] } };
    expect(outcomes).toContain(errors ? errors.file[0] : "read");
    if (id !== undefined) await api.delete(`/api/imports/${id}`);
    // A busy machine may need up to 10 s beyond the timeout to end the worker thread.
    expect(ms).toBeLessThan((PARSE_SECONDS + 10) * 1_000);
    expect(percentile90(latencies)).toBeLessThan(HEALTH_MAX_MS);
    await expect.poll(async () => (await residentMemory()) - rssBefore).toBeLessThan(RSS_MAX_GROWTH_BYTES);
  });
}

test("parsing stops when the client of an import disconnects", async ({ session }) => {
  const active = async () => {
    const { text } = await send({ path: "/api/metrics", headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
    return Number(/^cooperation_lane_taken\{lane="parsing"\} (\d+)$/m.exec(text)?.[1]);
  };
  await expect.poll(active).toBe(0);
  const upload = request({
    ...{ host: "127.0.0.1", port: instance.port, agent: false, method: "POST", path: PATH },
    headers: headersOf(session.token),
  });
  upload.on("error", () => undefined).end(emptyCellsInTheLastColumn());
  await expect.poll(active, { intervals: [20] }).toBe(1);
  const startedAt = performance.now();
  upload.destroy();
  await expect.poll(active, { intervals: [20] }).toBe(0);
  expect(performance.now() - startedAt).toBeLessThan(PARSE_SECONDS * 700);
});
