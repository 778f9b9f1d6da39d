import type { AnyRow } from "../kinds/define";
import { isCalendarDate } from "../fields/day";
import { referenceLists } from "../reference-lists/reference-lists";

const { openEnded, fixedTerm } = referenceLists.vertragsgrundlagen.rules;

/**
 * Extracts the values that determine the deadlines of a project's contract (contract §11). The
 * values may be unsaved form input.
 */
export function contractOf({ kuendigungsfrist, vertragsgrundlage, projektende }: AnyRow) {
  const basis = { [fixedTerm]: "fixed_term", [openEnded]: "open_ended" } as const;
  return {
    kuendigungsfrist: String(kuendigungsfrist ?? ""),
    vertragsgrundlage: basis[Number(vertragsgrundlage) as keyof typeof basis] ?? ("other" as const),
    projektende: typeof projektende === "string" && isCalendarDate(projektende) ? projektende : null,
  };
}
