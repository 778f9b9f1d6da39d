"use client";

import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent } from "react";
import { deadlinesOf } from "@/lib/model/deadlines/deadlines";
import { contractOf } from "@/lib/model/deadlines/deadline-contract";
import { deadlineSentences } from "@/lib/features/deadlines/deadline-words";
import type { AnyRow } from "@/lib/model/kinds/define";
import { dayOf } from "@/lib/model/fields/moments";

type NoticeHintProps = { text: string; values: AnyRow; onDoubt?: (isDoubtful: boolean) => void };

/**
 * Shows how a typed notice period is interpreted, or that it cannot be parsed, so that users notice
 * a wrong interpretation.
 * @param onDoubt called with true while the text cannot be parsed
 */
export function NoticeHint({ text, values, onDoubt }: NoticeHintProps) {
  const t = useTranslations("deadlines");
  // Ignores a finished status, which does not change the meaning of the text.
  const contract = { ...contractOf({ ...values, kuendigungsfrist: text }), isFinished: false };
  const deadlines = deadlinesOf(contract, dayOf(new Date()), 0);
  const isParsed = deadlines.read !== null;
  const report = useEffectEvent((isDoubtful: boolean) => onDoubt?.(isDoubtful));
  useEffect(() => {
    report(!isParsed);
    return () => report(false);
  }, [isParsed]);
  const sentences = isParsed ? deadlineSentences(deadlines, t) : [];
  const missing = deadlines.state === "unread" ? t("no_end") : t("nothing_to_keep");
  return isParsed ? <>{sentences.length > 0 ? sentences.join(" ") : missing}</> : <>{t("hint_unread")}</>;
}
