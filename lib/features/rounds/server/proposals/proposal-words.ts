import type { Locale } from "@/lib/model/messages/i18n";
import type { AnyDefinition } from "@/lib/model/kinds/define";
import { fieldKey } from "@/lib/model/kinds/field-keys";
import { nameIn, type EntryOptions } from "@/lib/model/reference-lists/reference-lists";
import { recordWords } from "@/lib/store/records/record-words";
import type { ProposalContext } from "../../proposed-records";

/** Returns the names with which proposals are shown. @param options the entries of the lists that their values refer to */
export function proposalWords(
  locale: Locale,
  options: EntryOptions,
): Pick<ProposalContext, "names" | "kindLabel" | "fieldLabel"> {
  const words = recordWords(locale);
  return {
    names: { locale, nameOf: nameIn(options) },
    kindLabel: ({ name }: AnyDefinition) => words(`${name}.one`),
    fieldLabel: ({ name, fields }, field) => (Object.hasOwn(fields, field) ? words(fieldKey(name, field)) : field),
  };
}
