"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import type { Renames } from "./import-state";
import { RecordLink } from "./record-link";

type RenamesWarningProps = Renames & {
  recordPath: string;
  isAgreed: boolean;
  onAgree: (agrees: boolean) => void;
  /** Whether the server has refused to run without consent; the checkbox then takes the focus. */
  takesFocus: boolean;
};

/** Number of renamed records that are shown at first. */
const PAIRS_SHOWN = 10;

/** Lists the records that would get another name, and asks for consent (contract §10). */
export function RenamesWarning({ renames, pairs, recordPath, isAgreed, onAgree, takesFocus }: RenamesWarningProps) {
  const t = useTranslations("imports.renames");
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? pairs : pairs.slice(0, PAIRS_SHOWN);
  return (
    <Alert tone="warning" className="border-2">
      <h3 className="text-lg leading-snug font-bold">{t("count", { count: renames })}</h3>
      <p className="mt-1 max-w-prose text-sm">{t("hint")}</p>
      <ul className="mt-2 max-h-80 divide-y divide-line overflow-y-auto text-sm">
        {shown.map(({ id, old, new: newName }) => (
          <li key={id} className="py-1 [overflow-wrap:anywhere]">
            <RecordLink href={`${recordPath}/${id}`} label={old} /> <span aria-hidden="true">→</span>
            <span className="sr-only"> {t("becomes")} </span> <strong>{newName}</strong>
          </li>
        ))}
      </ul>
      {shown.length < pairs.length && (
        <Button variant="ghost" size="sm" className="mt-1" onClick={() => setShowsAll(true)}>
          {t("show_all")}
        </Button>
      )}
      {showsAll && pairs.length < renames && (
        <p className="mt-1 text-sm">{t("more", { count: renames - pairs.length })}</p>
      )}
      <label className="mt-2 flex min-h-8 items-center gap-2 font-semibold pointer-coarse:min-h-11">
        <input
          type="checkbox"
          checked={isAgreed}
          autoFocus={takesFocus}
          onChange={(event) => onAgree(event.target.checked)}
          className="size-4.5 shrink-0"
        />
        {t("agree", { count: renames })}
      </label>
    </Alert>
  );
}
