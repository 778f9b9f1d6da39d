"use client";

import clsx from "clsx";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { shortenedText, type MarkedText } from "@/lib/features/rounds/text-difference";

type ValueTextProps = {
  label: string;
  text: MarkedText;
  tone: "old" | "new" | "stored";
};

/** Colours of the part of a value that differs. */
const MARKS = {
  old: "bg-danger-soft text-danger decoration-1",
  new: "bg-success-soft text-success no-underline",
  stored: "bg-warning-soft text-warning no-underline",
} as const;

/**
 * A value with its name above it; the part that differs from the old value is marked. Long texts are
 * shortened to that part and can be expanded.
 */
export function ValueText({ label, text, tone }: ValueTextProps) {
  const t = useTranslations("proposals");
  const [isOpen, setOpen] = useState(false);
  const short = shortenedText(text);
  const { before, marked, after } = short && !isOpen ? short : text;
  const Mark = tone === "old" ? "del" : "ins";
  return (
    <div className="min-w-0">
      <dt className="text-sm text-ink-muted">{label}</dt>
      <dd className="[overflow-wrap:anywhere] whitespace-pre-line">
        {before + marked + after === "" ? (
          <i className="text-ink-muted">{t("nothing")}</i>
        ) : (
          <>
            {before}
            {marked && <Mark className={clsx("rounded-xs px-0.5", MARKS[tone])}>{marked}</Mark>}
            {after}
          </>
        )}
        {short && (
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
            className="block min-h-6 rounded-sm text-sm text-accent underline underline-offset-2 hover:text-accent-strong pointer-coarse:min-h-11"
          >
            {t(isOpen ? "show_less" : "show_all")}
          </button>
        )}
      </dd>
    </div>
  );
}
