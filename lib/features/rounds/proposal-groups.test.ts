import { expect, it } from "vitest";
import { proposalGroups } from "./proposal-groups";
import type { FieldProposal } from "./proposal-queue";

const fields = ["status", "vertragsgrundlage", "projektbeginn", "kuendigungsfrist"].map(
  (field, index) => ({ field, proposal_id: index + 1 }) as FieldProposal,
);
const groupsOf = (file: { datei_id: number; fassung: number } | null) =>
  proposalGroups({ file, fields }).map((group) => group.map(({ field }) => field));

it("decides the term that was read from a file at once, and other fields alone", () => {
  expect(groupsOf({ datei_id: 1, fassung: 1 })).toEqual([
    ["status"],
    ["vertragsgrundlage", "projektbeginn"],
    ["kuendigungsfrist"],
  ]);
});

it("decides each value of a recipient's answer alone", () => {
  expect(groupsOf(null)).toEqual(fields.map(({ field }) => [field]));
});
