"use client";

import clsx from "clsx";
import { useLocale, useTranslations } from "next-intl";
import { Fragment } from "react";
import { NamePieces } from "@/components/tables/name-pieces";
import { EntryTag } from "../shared/entry-tag";
import type { AnyDefinition, AnyRow } from "@/lib/model/kinds/define";
import { displayDate } from "@/lib/model/fields/day";
import { inOneLine } from "@/lib/model/fields/line-breaks";
import { dayOf } from "@/lib/model/fields/moments";
import type { HighlightText } from "@/lib/model/overview/overview";
import { valueHref, isShort } from "@/lib/model/overview/short-texts";

/** Classes of a record page's heading. */
export const RECORD_HEADING =
  "flex flex-wrap items-baseline gap-x-3 text-2xl font-bold tracking-[-0.012em] [overflow-wrap:anywhere]";

/** An e-mail address or telephone number in the head; a high target for fingers. */
function ContactLink({ href, text }: { href: string; text: string }) {
  return (
    <a
      href={href}
      className="underline decoration-line-strong underline-offset-4 hover:decoration-current pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:items-center"
    >
      {text}
    </a>
  );
}

type RecordHeadingProps = { definition: AnyDefinition; record: AnyRow };

/** Heading of a record's page: its label and, for people, the e-mail address (spec §2). */
export function RecordHeading({ definition, record }: RecordHeadingProps) {
  const locale = useLocale();
  const { titleSuffix } = definition;
  const suffix = titleSuffix ? String(record[titleSuffix]) : "";
  const href = titleSuffix ? valueHref(definition.fields[titleSuffix], record[titleSuffix]) : null;
  return (
    <h1 className={RECORD_HEADING}>
      {inOneLine(definition.label(record, locale))}
      {suffix && (
        <span className="text-base font-normal tracking-normal text-ink-muted pointer-coarse:-my-2">
          {href ? <ContactLink href={href} text={suffix} /> : suffix}
        </span>
      )}
    </h1>
  );
}

/** Line below the heading with the values by which users recognise the record. */
export function RecordHighlights({ highlights }: { highlights: readonly HighlightText[] }) {
  if (highlights.length === 0) return null;
  return (
    <p className="mt-0.5 [overflow-wrap:anywhere]">
      {highlights.map(({ pieces, href, tagList }, index) => {
        const text = pieces.join(" ");
        const isLast = index === highlights.length - 1;
        return (
          <Fragment key={index}>
            <span className={clsx(isShort(text) && "whitespace-nowrap", !isLast && "value-piece")}>
              {href ? (
                <ContactLink href={href} text={text} />
              ) : tagList ? (
                <EntryTag list={tagList} name={text} />
              ) : (
                <span>
                  <NamePieces names={pieces} />
                </span>
              )}
              {!isLast && <span className="sr-only">,</span>}
            </span>{" "}
          </Fragment>
        );
      })}
    </p>
  );
}

/** Line above the heading of the printed page: the kind of the record, and the day. */
export function PrintedLine({ definition }: { definition: AnyDefinition }) {
  const tr = useTranslations("records");
  return (
    <p className="hidden text-sm print:block">
      {tr(`${definition.name}.one`)} · {tr("overview.as_of", { day: displayDate(dayOf(new Date())) })}
    </p>
  );
}
