/**
 * `npm run duplicates:labelled`: precision and recall of matching organisations' names on
 * hand-labelled pairs (`labelled.csv`), compared with plain trigrams. Rules were tuned on the half
 * `tune`; `held` is the held-out test set.
 *
 *   npm run duplicates:labelled -- [--errors]
 *
 * `--errors` lists errors of `tune` only, so that no rules are made for the held-out pairs.
 */
import { parseArgs } from "node:util";
import { DUPLICATE_THRESHOLD } from "@/lib/features/duplicates/record-matching/score-records";
import { labelledPairs, measure, nameScore, recordScore, trigramScore, type Half, type Pair } from "./labelled-pairs";

const { values } = parseArgs({ options: { errors: { type: "boolean", default: false } } });
const all = labelledPairs();

/** Returns the threshold at which trigram similarity has its best F1. */
function bestForTrigrams(pairs: readonly Pair[]): number {
  const steps = Array.from({ length: 100 }, (_, at) => at / 100);
  const f1 = (from: number) => measure(pairs, trigramScore, from).f1;
  return steps.reduce((best, from) => (f1(from) > f1(best) ? from : best), 0.5);
}

/** Prints a table of figures, with a row for each comparison and half. */
function printFigures(title: string, pairs: readonly Pair[]): void {
  const of = (half: Half) => pairs.filter((pair) => pair.half === half);
  const methods: [string, (pair: Pair) => number, number][] = [
    ["records", recordScore, DUPLICATE_THRESHOLD],
    ["names", nameScore, DUPLICATE_THRESHOLD],
    ["trigrams", trigramScore, bestForTrigrams(of("tune"))],
    ["trigrams", trigramScore, 0.6],
  ];
  console.log(`\n${title}\n\n| Comparison | Half | Same | Different | From | Precision | Recall | F1 |`);
  console.log("| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |");
  for (const [name, score, from] of methods) {
    for (const half of ["tune", "held"] as const) {
      const same = of(half).filter((pair) => pair.same).length;
      const { precision, recall, f1 } = measure(of(half), score, from);
      const figures = [precision, recall, f1].map((figure) => figure.toFixed(3)).join(" | ");
      console.log(`| ${name} | ${half} | ${same} | ${of(half).length - same} | ${from.toFixed(2)} | ${figures} |`);
    }
  }
}

printFigures("All pairs", all);
// Most of the non-matching pairs were selected because their trigrams are similar, so trigram
// similarity scores badly on them.
printFigures(
  "Only pairs of well-known names, which were not selected by a comparison",
  all.filter(({ source }) => source === "known names"),
);
const describe = (pair: Pair, side: "a" | "b") =>
  [pair[side], pair.facts[side].address, pair.facts[side].website].filter(Boolean).join(" | ");
if (values.errors) {
  for (const pair of all.filter(({ half }) => half === "tune")) {
    const score = recordScore(pair);
    if (score >= DUPLICATE_THRESHOLD !== pair.same)
      console.log(
        `${score.toFixed(2)} (names ${nameScore(pair).toFixed(2)}) ${pair.same ? "missed" : "wrong"}: ${describe(pair, "a")} = ${describe(pair, "b")}`,
      );
  }
}
