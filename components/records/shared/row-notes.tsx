import { useTranslations } from "next-intl";
import { Fragment, type ReactNode } from "react";
import { ValuePieces } from "@/components/tables/name-pieces";
import { Badge } from "@/components/ui/badge";
import type { HintPiece } from "@/lib/model/pure/marked-pieces";

export type RowNoteProps = {
  /** Names that distinguish records with the same label. */
  names: readonly string[];
  /** Says that the row needs attention. */
  alert?: string;
  /** Quick action on a row that needs attention. */
  quickAction?: ReactNode;
};

/** Second line below a row's name: a badge if the row needs attention, and names. */
export function RowNote({ names, alert, quickAction }: RowNoteProps) {
  return (
    <>
      {alert !== undefined && (
        <span className="mr-2 inline-flex flex-wrap items-center gap-2 align-middle">
          <Badge tone="danger">{alert}</Badge>
          {quickAction}
        </span>
      )}
      <ValuePieces texts={names} />
    </>
  );
}

/** A hint with the translated name of its field or kind. */
export type NamedHint = { name: string; pieces: readonly HintPiece[] };

/** A text with the words of a filter marked. */
export function MarkedPieces({ pieces }: { pieces: readonly HintPiece[] }) {
  return pieces.map(({ text, match }, position) =>
    match ? (
      <mark key={position} className="rounded-sm bg-mark font-semibold text-ink">
        {text}
      </mark>
    ) : (
      <Fragment key={position}>{text}</Fragment>
    ),
  );
}

/** Where the words of a filter occur. */
export function MatchHints({ hints }: { hints: readonly NamedHint[] }) {
  const t = useTranslations("records");
  return (
    <>
      {t("found_in")}{" "}
      {hints.map(({ name, pieces }, index) => (
        <Fragment key={index}>
          {index > 0 && " "}
          <span className="not-last:mr-3">
            {name}: <MarkedPieces pieces={pieces} />
          </span>
        </Fragment>
      ))}
    </>
  );
}
