import type { DeadlineMember } from "../../answers/deadline-answers";
import type { Locale } from "../../i18n";
import { nameWithRoles } from "../kinds/link-words";
import { definitionOf } from "../kinds/registry";
import { linkListOf } from "../kinds/relations";

/** Returns the name of a project's member with the roles of the link: `Ada Müller (Projektleitung)`. */
export function deadlineMemberName(row: DeadlineMember, locale: Locale): string {
  const { relation, other } = linkListOf("project", "hochschulmitglieder");
  return nameWithRoles(relation, row, definitionOf(other.kind).label(row, locale), locale);
}
