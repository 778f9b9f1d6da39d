"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { ChangedValue } from "@/components/ui/changed-value";
import type { FieldLine } from "./change-story";
import { excerptOf } from "./excerpt";
import { useFieldLabel } from "./use-change-words";

type LineProps = Pick<FieldLinesProps, "owner"> & { line: FieldLine; isChange: boolean };

/**
 * Shows a field's old and new value. Long texts are shortened to the part that differs and can be
 * expanded.
 */
function Line({ owner, line: { name, old, new: now }, isChange }: LineProps) {
  const t = useTranslations("history");
  const fieldLabel = useFieldLabel();
  const [isOpen, setOpen] = useState(false);
  const [oldExcerpt, nowExcerpt] = [excerptOf(old, now), excerptOf(now, old)];
  const isLong = oldExcerpt !== null || nowExcerpt !== null;
  const shownText = (text: string, excerpt: string | null) => (isOpen ? text : (excerpt ?? text));
  const onlyText = now || old;
  return (
    <div className="grid gap-x-4 py-0.5 sm:grid-cols-[11rem_minmax(0,1fr)]">
      <dt className="text-sm leading-5.5 text-ink-muted">{fieldLabel(owner, name)}</dt>
      <dd className="min-w-0 text-sm leading-5.5 [overflow-wrap:anywhere]">
        {isChange ? (
          <ChangedValue
            old={old}
            now={now}
            shownOld={shownText(old, oldExcerpt)}
            shownNow={shownText(now, nowExcerpt)}
          />
        ) : (
          <span className="whitespace-pre-line">{shownText(onlyText, excerptOf(onlyText, ""))}</span>
        )}
        {isLong && (
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
            className="block rounded-sm py-0.5 text-accent underline underline-offset-2 hover:text-accent-strong"
          >
            {t(isOpen ? "show_less" : "show_all")}
          </button>
        )}
      </dd>
    </div>
  );
}

type FieldLinesProps = {
  /** The owner of the fields: a kind, or `LINK_FIELDS`. */
  owner: string;
  lines: readonly FieldLine[];
  /** True if each line has an old and a new value. */
  isChange: boolean;
  /** True if the list is initially collapsed. */
  isFolded: boolean;
};

/** List of a change's fields. */
export function FieldLines({ owner, lines, isChange, isFolded }: FieldLinesProps) {
  const t = useTranslations("history");
  if (lines.length === 0) return null;
  const list = (
    <dl>
      {lines.map((line) => (
        <Line key={line.name} owner={owner} line={line} isChange={isChange} />
      ))}
    </dl>
  );
  if (!isFolded) return list;
  return (
    <details>
      <summary className="w-fit cursor-pointer rounded-sm py-0.5 text-sm leading-5.5 text-ink-muted hover:text-ink">
        {t("show_values", { count: lines.length })}
      </summary>
      <div className="pt-1 pb-1.5">{list}</div>
    </details>
  );
}
