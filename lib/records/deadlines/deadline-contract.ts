import type { AnyRow } from "../kinds/define";
import { isCalendarDate } from "../fields/day";
import { referenceLists } from "../reference-lists/reference-lists";

const { openEnded, fixedTerm } = referenceLists.vertragsgrundlagen.rules;

/** What of a project's values, which may still be typed, says until when its contract can be ended (contract §11). */
export function contractOf({ kuendigungsfrist, vertragsgrundlage, projektende }: AnyRow) {
  const basis = { [fixedTerm]: "fixed_term", [openEnded]: "open_ended" } as const;
  return {
    kuendigungsfrist: String(kuendigungsfrist ?? ""),
    vertragsgrundlage: basis[Number(vertragsgrundlage) as keyof typeof basis] ?? ("other" as const),
    projektende: typeof projektende === "string" && isCalendarDate(projektende) ? projektende : null,
  };
}
