import path from "node:path";
import { scoreOrganisations } from "@/lib/record-matching/score-organisations";
import { normalizeOrganisation } from "@/lib/record-matching/normalize-organisation";
import { foldCollapsed } from "@/lib/fold";
import { readCsv } from "../demo-data/csv";

export type Half = "tune" | "held";
/** Names of two organisations, hand-labelled as same or different. */
export type Pair = { a: string; b: string; same: boolean; half: Half; source: string };

/**
 * Returns the labelled pairs. A hash split them into `tune` and `held` before the comparison was
 * developed.
 */
export const labelledPairs = (): Pair[] =>
  readCsv(path.join(import.meta.dirname, "labelled.csv"), ["a", "b", "same", "source", "half"]).map(
    ({ a, b, same, half, source }) => ({
      a,
      b,
      same: same === "yes",
      half: half as Half,
      source,
    }),
  );

/** Returns the app's similarity score of a pair. */
export const organisationScore = ({ a, b }: Pair): number =>
  scoreOrganisations(normalizeOrganisation(a), normalizeOrganisation(b));

/** Returns the trigrams of a text as `pg_trgm` computes them. */
function trigrams(text: string): Set<string> {
  const words = foldCollapsed(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(
    words.map((word) => `  ${word} `).flatMap((word) => [...word].slice(2).map((_, at) => word.slice(at, at + 3))),
  );
}

/** Returns `similarity` of `pg_trgm` for the folded names. */
export function trigramScore({ a, b }: Pair): number {
  const [inA, inB] = [trigrams(a), trigrams(b)];
  const shared = [...inA].filter((trigram) => inB.has(trigram)).length;
  return shared / (inA.size + inB.size - shared);
}

/**
 * Returns precision, recall and F1 if pairs whose score is at least `from` are reported as
 * duplicates.
 */
export function measure(pairs: readonly Pair[], score: (pair: Pair) => number, from: number) {
  const reported = pairs.filter((pair) => score(pair) >= from);
  const correct = reported.filter(({ same }) => same).length;
  const precision = correct / Math.max(1, reported.length);
  const recall = correct / pairs.filter(({ same }) => same).length;
  return { precision, recall, f1: (2 * precision * recall) / Math.max(0.001, precision + recall) };
}
