import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { ContractField } from "@/lib/features/contracts/reading/read-contract";
import type { AgreementType } from "./agreement-files";

/** What an attentive clerk would enter; null for what the agreement does not say, or not clearly. */
export type Expected = {
  projektbeginn: string | null;
  projektende: string | null;
  kuendigungsfrist: { text: string } | null;
  vertragsgrundlage: "befristet" | "unbefristet" | null;
};

/** The sets of agreements, each by another author. The rules of the reader were made without `held`. */
export const AGREEMENT_SETS = ["first", "second", "held"] as const;
export type AgreementSet = (typeof AGREEMENT_SETS)[number];
export type Agreement = {
  name: string;
  type: AgreementType;
  pages: readonly string[];
  expected: Expected;
};

export const FIELDS: readonly ContractField[] = [
  "projektbeginn",
  "projektende",
  "kuendigungsfrist",
  "vertragsgrundlage",
];

/** Reads a text file in which a line with a form feed divides the pages. */
const readTextPages = (file: string): readonly string[] => readFileSync(file, "utf8").split(/\r?\n?\f\r?\n?/);

/** Returns the agreements of a set. */
export function agreementsOf(set: AgreementSet): Agreement[] {
  const folder = path.join(import.meta.dirname, "agreements", set);
  const names = readdirSync(folder)
    .filter((name) => name.endsWith(".txt"))
    .map((name) => path.basename(name, ".txt"))
    .sort();
  return names.map((name) => {
    const { kind, expected } = JSON.parse(readFileSync(path.join(folder, `${name}.json`), "utf8")) as {
      kind: AgreementType;
      expected: Expected;
    };
    return { name, type: kind, pages: readTextPages(path.join(folder, `${name}.txt`)), expected };
  });
}
