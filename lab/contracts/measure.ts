/**
 * `npm run files:corpus`: precision and recall of reading contracts, by field, on agreements written
 * for it (`agreements`), set by set. The rules were made without the set `held`.
 * Each is made into a file of its type, which is read as the job reads uploads. Prints each wrong or
 * missed field with its file, what was expected and what was read, and how long reading takes.
 */
import type { ContractField, ContractReadings } from "@/lib/features/contracts/reading/read-contract";
import { readInProcess } from "@/lib/features/files/server/text/read-in-process";
import { getAt } from "@/lib/model/pure/get-at";
import { readNoticePeriod } from "@/lib/model/deadlines/notice-period";
import { referenceLists } from "@/lib/model/reference-lists/reference-lists";
import { bundleWorkers } from "@/scripts/build/bundle-workers";
import { ROOT } from "@/scripts/root";
import { fileOf } from "./agreement-files";
import { AGREEMENT_SETS, agreementsOf, FIELDS, type Agreement, type Expected } from "./agreements";

/** Files that are timed for the 95th percentile, and the number of their pages. */
const TIMED_FILES = 40;
const TIMED_PAGES = 10;
/** Limit of processor time for a file; the default of `FILE_READ_SECONDS`. */
const READ_SECONDS = 20;

const { openEnded, fixedTerm } = referenceLists.vertragsgrundlagen.rules;

function expectedValue(expected: Expected, field: ContractField): string | number | null {
  if (field === "kuendigungsfrist") return expected.kuendigungsfrist?.text ?? null;
  if (field !== "vertragsgrundlage") return expected[field];
  const basis = expected.vertragsgrundlage;
  return basis === null ? null : basis === "befristet" ? fixedTerm : openEnded;
}

/** Returns whether two values are the same; of notice periods, whether they are read to the same. */
function isSameValue(field: ContractField, one: string | number, other: string | number): boolean {
  if (field !== "kuendigungsfrist") return one === other;
  const [read, wanted] = [readNoticePeriod(String(one)), readNoticePeriod(String(other))];
  return read !== null && JSON.stringify(read) === JSON.stringify(wanted);
}

type Figures = { proposed: number; right: number; wrong: number; missed: number; expected: number };

type Read = { readings: ContractReadings; ms: number };

/** Makes the file of an agreement and reads it in a process of its own. @throws Error when the process ends */
async function readFile(agreement: Pick<Agreement, "type" | "pages">): Promise<Read> {
  const { bytes, mime } = await fileOf(agreement);
  async function* parts() {
    yield bytes;
  }
  const start = performance.now();
  const document = await readInProcess(parts(), mime, READ_SECONDS);
  if (!document) throw new Error("The process did not survive the file");
  return { readings: document.readings, ms: performance.now() - start };
}

/** Times PDFs of ten pages, which are those of the agreements one after the other. */
async function timeLongFiles(agreements: readonly Agreement[]): Promise<void> {
  const all = agreements.flatMap(({ pages }) => pages).filter((page) => page.trim() !== "");
  const times: number[] = [];
  for (let file = 0; file < TIMED_FILES; file += 1) {
    const pages = Array.from({ length: TIMED_PAGES }, (_, page) =>
      getAt(all, (file * TIMED_PAGES + page) % all.length),
    );
    times.push((await readFile({ type: "pdf", pages })).ms);
  }
  times.sort((a, b) => a - b);
  const p95 = getAt(times, Math.ceil(TIMED_FILES * 0.95) - 1);
  console.log(`\n${TIMED_FILES} PDFs of ${TIMED_PAGES} pages: p95 ${Math.round(p95)} ms`);
}

async function measure(agreements: readonly Agreement[]): Promise<void> {
  const figures = new Map<ContractField, Figures>();
  for (const field of FIELDS) figures.set(field, { proposed: 0, right: 0, wrong: 0, missed: 0, expected: 0 });
  const errors: string[] = [];
  console.log("\n| File | Type | Pages | Time in ms |\n| --- | --- | ---: | ---: |");
  for (const agreement of agreements) {
    const { name, type, pages, expected } = agreement;
    const { readings, ms } = await readFile(agreement);
    console.log(`| ${name} | ${type} | ${pages.length} | ${Math.round(ms)} |`);
    for (const field of FIELDS) {
      const count = figures.get(field) as Figures;
      const [wanted, got] = [expectedValue(expected, field), readings[field]];
      if (wanted !== null) count.expected += 1;
      if (got) count.proposed += 1;
      if (got && wanted !== null && isSameValue(field, got.value, wanted)) count.right += 1;
      else if (got) count.wrong += 1;
      else if (wanted !== null) count.missed += 1;
      else continue;
      if (got && wanted !== null && isSameValue(field, got.value, wanted)) continue;
      const read = got ? `${got.value} (page ${got.page}: ${got.zitat})` : "nothing";
      errors.push(`${got ? "wrong " : "missed"} ${name} ${field}: expected ${wanted ?? "nothing"}, read ${read}`);
    }
  }
  const share = (part: number, whole: number) => (whole === 0 ? "–" : (part / whole).toFixed(3));
  console.log("\n| Field | Proposed | Right | Wrong | Missed | Precision | Recall |");
  console.log("| --- | ---: | ---: | ---: | ---: | ---: | ---: |");
  const row = (name: string, { proposed, right, wrong, missed, expected }: Figures) =>
    console.log(
      `| ${name} | ${proposed} | ${right} | ${wrong} | ${missed} | ${share(right, proposed)} | ${share(right, expected)} |`,
    );
  const all: Figures = { proposed: 0, right: 0, wrong: 0, missed: 0, expected: 0 };
  for (const [field, one] of figures) {
    row(field, one);
    for (const key of Object.keys(all) as (keyof Figures)[]) all[key] += one[key];
  }
  row("all", all);
  console.log(`\n${errors.join("\n")}`);
}

await bundleWorkers(ROOT);
for (const set of AGREEMENT_SETS) {
  const agreements = agreementsOf(set);
  console.log(`\n## ${set}: ${agreements.length} agreements`);
  await measure(agreements);
  await timeLongFiles(agreements);
}
