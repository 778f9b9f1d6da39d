import type { Option } from "@/lib/model/reference-lists/reference-lists";
import type { DecidedName, DecidedNames, UnknownName } from "@/lib/features/imports/import-answers";
import { ownValue } from "@/lib/model/pure/own-value";

/** The user's choice for a name; `picked` is an entry or record that is not among the similar ones. */
export type ChosenName = { decided?: DecidedName; picked?: Option };
/** Choices by `nameKey`. */
export type NameChoices = Readonly<Record<string, ChosenName | undefined>>;

/** Returns the key of a name among the choices. */
export const nameKey = ({ header, text }: Pick<UnknownName, "header" | "text">) => `${header}\n${text}`;

/** Returns the stored decisions and, for other names, the most similar entry or record. */
export function suggestedNames(names: readonly UnknownName[], decided: DecidedNames): NameChoices {
  const entries = names.map((name): [string, ChosenName] => {
    const stored = ownValue(ownValue(decided, name.header) ?? {}, name.text);
    const [surest] = name.similar;
    return [nameKey(name), { decided: stored ?? (surest && { id: surest.id }) }];
  });
  return Object.fromEntries(entries);
}

/** Returns the decisions as the request body of the call that previews an import. */
export function decidedNames(names: readonly UnknownName[], choices: NameChoices): DecidedNames {
  const all = new Map<string, Record<string, DecidedName>>();
  for (const name of names) {
    const decided = choices[nameKey(name)]?.decided;
    if (decided) all.set(name.header, { ...all.get(name.header), [name.text]: decided });
  }
  return Object.fromEntries(all);
}
