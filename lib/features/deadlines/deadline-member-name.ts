import type { DeadlineMember } from "./deadline-answers";
import type { Locale } from "@/lib/model/messages/i18n";
import { nameWithRoles } from "@/lib/model/kinds/link-words";
import { definitionOf } from "@/lib/model/kinds/registry";
import { linkListOf } from "@/lib/model/kinds/relations";

/** Returns the name of a project's member with the roles of the link: `Ada Müller (Projektleitung)`. */
export function deadlineMemberName(row: DeadlineMember, locale: Locale): string {
  const { relation, other } = linkListOf("project", "hochschulmitglieder");
  return nameWithRoles(relation, row, definitionOf(other.kind).label(row, locale), locale);
}
