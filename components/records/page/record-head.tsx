"use client";

import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { NamePieces } from "@/components/tables/name-pieces";
import { Badge } from "@/components/ui/badge";
import type { AnyDefinition, AnyRow } from "@/lib/records/kinds/define";
import { displayDate } from "@/lib/records/fields/day";
import { dayOf } from "@/lib/records/fields/moments";
import type { HighlightText } from "@/lib/records/overview/overview";

/** Classes of a record page's heading. */
export const RECORD_HEADING =
  "flex flex-wrap items-baseline gap-x-3 text-2xl font-bold tracking-[-0.012em] [overflow-wrap:anywhere]";

type RecordHeadingProps = { definition: AnyDefinition; record: AnyRow };

/** Heading of a record's page: its label (spec §2). */
export function RecordHeading({ definition, record }: RecordHeadingProps) {
  const locale = useLocale();
  const note = definition.titleSuffix && String(record[definition.titleSuffix]);
  return (
    <h1 className={RECORD_HEADING}>
      {definition.label(record, locale)}
      {note && <span className="text-base font-normal tracking-normal text-ink-muted">{note}</span>}
    </h1>
  );
}

type RecordHeadProps = {
  definition: AnyDefinition;
  /** The record; null for a new one. */
  record: AnyRow | null;
  /** Values shown below the heading, by which users recognise the record. */
  highlights: readonly HighlightText[];
  /** When and by whom the record was created and last changed. */
  moments?: ReactNode;
  /** Menus with all actions except editing. */
  menu?: ReactNode;
};

/** Head of a record's page: name, highlights, last change, and menus. */
export function RecordHead({ definition, record, highlights, moments, menu }: RecordHeadProps) {
  const tr = useTranslations("records");
  return (
    <div className="mb-3 flex items-start justify-between gap-3">
      <div className="min-w-0">
        <p className="hidden text-sm print:block">
          {tr(`${definition.name}.one`)} · {tr("overview.as_of", { day: displayDate(dayOf(new Date())) })}
        </p>
        {record ? (
          <RecordHeading definition={definition} record={record} />
        ) : (
          <h1 className={RECORD_HEADING}>{tr(`${definition.name}.new`)}</h1>
        )}
        {highlights.length > 0 && (
          <p className="mt-1 flex flex-wrap items-center gap-x-5 gap-y-0.5">
            {highlights.map(({ pieces, isBadge }, index) =>
              isBadge ? (
                <Badge key={index}>{pieces.join("")}</Badge>
              ) : (
                <span key={index}>
                  <NamePieces names={pieces} />
                </span>
              ),
            )}
          </p>
        )}
        {moments}
      </div>
      {menu && <div className="flex shrink-0 gap-2 print:hidden">{menu}</div>}
    </div>
  );
}
