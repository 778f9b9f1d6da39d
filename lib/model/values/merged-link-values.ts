import type { AnyRow, Field } from "../fields/field";
import type { Relation } from "../kinds/relations";

/** Separates the texts of two links that a merge joins. */
const SEPARATOR = " | ";

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";

function mergedValue(field: Field, kept: unknown, dropped: unknown): unknown {
  if (Array.isArray(kept) && Array.isArray(dropped)) return [...new Set([...kept, ...dropped] as unknown[])];
  if (typeof kept === "boolean") return kept || dropped === true;
  if (field.storage.in !== "column" || field.storage.type !== "text") return kept ?? dropped;
  const texts = [...new Set([kept, dropped].filter(isText))];
  return texts.join(SEPARATOR).slice(0, field.max);
}

/**
 * Returns the values of a link that two merged records both had (contract §13): roles are united, the
 * period covers both, a flag is set if either was, and texts are joined, the kept record's first.
 */
export function mergedLinkValues({ fields = {}, period }: Relation, kept: AnyRow, dropped: AnyRow): AnyRow {
  const bound = (name: string, pick: (days: string[]) => string | undefined) => {
    const days = [kept[name], dropped[name]].filter(isText);
    return days.length < 2 ? null : (pick(days.sort()) ?? null);
  };
  const values = Object.entries(fields).map(([name, field]) => [name, mergedValue(field, kept[name], dropped[name])]);
  return {
    ...Object.fromEntries(values),
    ...(period && {
      [period.from]: bound(period.from, (days) => days.at(0)),
      [period.to]: bound(period.to, (days) => days.at(-1)),
    }),
  };
}
