/**
 * `npm run files:corpus`: precision and recall of reading contracts, by field, on agreements written
 * for it (`agreements`). The rules were made with the half `seen`; `held` is the held-out test set.
 * Prints each wrong or missed field with its file, what was expected and what was read.
 */
import { readContract, type ContractField } from "@/lib/features/contracts/reading/read-contract";
import { readNoticePeriod } from "@/lib/model/deadlines/notice-period";
import { referenceLists } from "@/lib/model/reference-lists/reference-lists";
import { agreementsOf, FIELDS, readTextPages, type Agreement, type Expected } from "./agreements";

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

function measure(agreements: readonly Agreement[]): void {
  const figures = new Map<ContractField, Figures>();
  for (const field of FIELDS) figures.set(field, { proposed: 0, right: 0, wrong: 0, missed: 0, expected: 0 });
  const errors: string[] = [];
  for (const { name, pages, expected } of agreements) {
    const readings = readContract(pages);
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

for (const half of ["seen", "held"] as const) {
  const agreements = agreementsOf(half, readTextPages);
  if (agreements.length === 0) continue;
  console.log(`\n## ${half}: ${agreements.length} agreements`);
  measure(agreements);
}
