import type { FieldProposal, ProposalAnswer } from "./proposal-queue";

/** The fields of a contract's term: the form refuses a basis without its begin or end (contract §18). */
const TERM_FIELDS = ["vertragsgrundlage", "projektbeginn", "projektende"];

/** Groups an answer's proposed values by what is decided at once: the term of one file together, all else alone. */
export function proposalGroups({ file, fields }: Pick<ProposalAnswer, "file" | "fields">): FieldProposal[][] {
  const term = file ? fields.filter(({ field }) => TERM_FIELDS.includes(field)) : [];
  return fields.flatMap((proposal) => {
    if (!term.includes(proposal)) return [[proposal]];
    return proposal === term[0] ? [term] : [];
  });
}
