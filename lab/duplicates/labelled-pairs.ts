import path from "node:path";
import { scoreOrganisations } from "@/lib/features/duplicates/record-matching/score-organisations";
import {
  normalizeValues,
  scoreRecords,
  type MatchValues,
} from "@/lib/features/duplicates/record-matching/score-records";
import { normalizeOrganisation } from "@/lib/features/duplicates/record-matching/normalize-organisation";
import { foldCollapsed } from "@/lib/model/pure/fold";
import { placeOf } from "@/lib/model/places/address";
import { readCsv } from "./csv";

export type Half = "tune" | "held";
/** Address and website of an organisation according to the sources; empty for most. */
type Facts = { address: string; website: string };
/** Names of two organisations, hand-labelled as same or different, with the facts on each. */
export type Pair = {
  a: string;
  b: string;
  same: boolean;
  half: Half;
  source: string;
  facts: Record<"a" | "b", Facts>;
};

/**
 * Returns the labelled pairs. A hash split them into `tune` and `held` before the comparison was
 * developed.
 */
export const labelledPairs = (): Pair[] =>
  readCsv(path.join(import.meta.dirname, "labelled.csv"), [
    ...["a", "b", "same", "source", "half"],
    ...["a_address", "a_website", "b_address", "b_website"],
  ]).map(({ a = "", b = "", same, half, source = "", ...facts }) => ({
    a,
    b,
    same: same === "yes",
    half: half as Half,
    source,
    facts: {
      a: { address: facts.a_address ?? "", website: facts.a_website ?? "" },
      b: { address: facts.b_address ?? "", website: facts.b_website ?? "" },
    },
  }));

/** Returns the app's similarity score of the names of a pair. */
export const nameScore = ({ a, b }: Pair): number =>
  scoreOrganisations(normalizeOrganisation(a), normalizeOrganisation(b));

/** Returns a pair as records with a name, a postal address and a web address. */
export const recordsOf = ({ a, b, facts }: Pair): [MatchValues, MatchValues] => {
  const recordOf = (name: string, known: Facts) =>
    normalizeValues("organisations", {
      names: [[name]],
      aliases: [],
      email: "",
      town: placeOf(known.address),
      ...known,
    });
  return [recordOf(a, facts.a), recordOf(b, facts.b)];
};

/** Returns the app's similarity score of a pair, by its names and facts. */
export const recordScore = (pair: Pair): number => {
  const { score, reasons } = scoreRecords("organisations", ...recordsOf(pair));
  return reasons.length > 0 ? score : 0;
};

/** Returns the trigrams of a text as `pg_trgm` computes them. */
function trigrams(text: string): Set<string> {
  const words = foldCollapsed(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(
    words.map((word) => `  ${word} `).flatMap((word) => [...word].slice(2).map((_, at) => word.slice(at, at + 3))),
  );
}

/** Returns `similarity` of `pg_trgm` for the folded names. */
export function trigramScore({ a, b }: Pair): number {
  const [trigramsOfA, trigramsOfB] = [trigrams(a), trigrams(b)];
  const shared = [...trigramsOfA].filter((trigram) => trigramsOfB.has(trigram)).length;
  return shared / (trigramsOfA.size + trigramsOfB.size - shared);
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
