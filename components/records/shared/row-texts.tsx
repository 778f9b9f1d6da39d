import { Fragment, type ReactNode } from "react";
import { NamePieces } from "@/components/tables/name-pieces";
import type { RowTexts } from "@/components/tables/table-row";
import type { Locale } from "@/lib/i18n";
import { Badge } from "@/components/ui/badge";
import type { AnyDefinition, AnyRow } from "@/lib/records/kinds/define";
import { alertText, needsAttention } from "@/lib/records/kinds/derived-facts";
import { rowSubtitleOf } from "@/lib/records/kinds/highlight";
import type { MatchHint } from "@/lib/records/lists/match-hints";

/**
 * Returns the texts that, together with the first cell, make up a card's heading: `surname, first
 * name` for people, whichever column comes first.
 * @param first the field of the first column
 */
export function inCardOf(
  { cardHeading = [] }: AnyDefinition,
  row: AnyRow,
  first: string | undefined,
): RowTexts["inCard"] {
  const place = cardHeading.findIndex((name) => name === first);
  if (place < 0) return undefined;
  const texts = cardHeading.map((name) => String(row[name] ?? ""));
  return {
    before: texts
      .slice(0, place)
      .map((text) => `${text}, `)
      .join(""),
    after: texts
      .slice(place + 1)
      .map((text) => `, ${text}`)
      .join(""),
  };
}

/** True if a card's heading already contains the field, so that the card need not repeat it. */
export const isInCardHeading = ({ cardHeading = [] }: AnyDefinition, name: string) => cardHeading.includes(name);

type Words = {
  /** Translates `records`. */
  words: (key: string) => string;
  locale: Locale;
  /** Quick action on a row that needs attention. */
  remedy?: ReactNode;
};

/** Badge of a row that needs attention, with its quick action. */
export function AlertMark({
  definition: { derived },
  locale,
  remedy,
}: { definition: AnyDefinition } & Pick<Words, "locale" | "remedy">) {
  return (
    <span className="mr-2 inline-flex flex-wrap items-center gap-2 align-middle">
      {derived && <Badge tone="danger">{alertText(derived, locale)}</Badge>}
      {remedy}
    </span>
  );
}

/**
 * Returns the texts below a row's name: its subtitle, and filter matches in fields that the row
 * does not show.
 */
export function rowTextsOf(
  definition: AnyDefinition,
  row: AnyRow,
  hints: readonly MatchHint[],
  { words, locale, remedy }: Words,
): RowTexts {
  const note = rowSubtitleOf(definition, row, locale);
  const isMarked = definition.derived !== undefined && needsAttention(definition.derived, row);
  return {
    inCard: inCardOf(definition, row, definition.columns[0]?.name),
    note: (isMarked || note.length > 0) && (
      <>
        {isMarked && <AlertMark definition={definition} locale={locale} remedy={remedy} />}
        <NamePieces names={note} />
      </>
    ),
    hint: hints.length > 0 && <MatchHints hints={hints} words={words} />,
  };
}

function MatchHints({ hints, words }: { hints: readonly MatchHint[]; words: Words["words"] }) {
  return (
    <>
      {words("found_in")}{" "}
      {hints.map(({ name, pieces }, index) => (
        <Fragment key={index}>
          {index > 0 && " "}
          <span className="not-last:mr-3">
            {words(name)}:{" "}
            {pieces.map(({ text, match }, position) =>
              match ? (
                <mark key={position} className="rounded-sm bg-mark font-semibold text-ink">
                  {text}
                </mark>
              ) : (
                <Fragment key={position}>{text}</Fragment>
              ),
            )}
          </span>
        </Fragment>
      ))}
    </>
  );
}
