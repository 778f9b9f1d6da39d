"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { dynamicKey } from "@/lib/model/messages/i18n";
import type { BatchPart, BatchSummary, NamedRecord } from "@/lib/features/history/history-answers";
import { isRecordKind } from "@/lib/features/history/history-query";
import { definitionOfPath } from "@/lib/model/kinds/registry";
import { emphasized, linkTo, useKindLabel } from "./use-change-words";

/** The message keys of what was done to links. */
const LINK_PARTS = { link: "link", update: "link_changed", unlink: "unlink" } as const;

const isOfLink = ({ action, ofLinks }: BatchPart) => ofLinks === true || action === "link" || action === "unlink";

/** The message key of what was done to records. */
const actionKey = ({ action, isConfirmation }: Pick<BatchPart, "action" | "isConfirmation">) =>
  isConfirmation ? "confirmed" : action;

/** Adds up the parts that have the same words: entries of all reference lists are “entries”. */
function sumParts(parts: readonly BatchPart[]): BatchPart[] {
  const sums = new Map<string, BatchPart>();
  for (const part of parts) {
    const key = `${actionKey(part)} ${isRecordKind(part.kind) ? part.kind : ""}`;
    sums.set(key, { ...part, count: part.count + (sums.get(key)?.count ?? 0) });
  }
  return [...sums.values()];
}

/**
 * Returns functions that describe a batch: `text` and `rich` in a sentence, `rich` with links to
 * the records, and `note` by what it consists of.
 */
export function useBatchWords() {
  const t = useTranslations("history.batch");
  const th = useTranslations("history");
  const tr = useTranslations("records");
  const kindLabel = useKindLabel();

  function recordsOf(kind: string | null, parts: readonly BatchPart[], count: number): string {
    const definition = kind === null ? undefined : definitionOfPath(kind);
    if (definition) return tr(`${definition.name}.count`, { count });
    return t(parts.every((part) => !isRecordKind(part.kind)) ? "entry_count" : "record_count", { count });
  }
  const nameOf = (record: NamedRecord | null) => record?.label || th("erased_name");
  const keyOf = ({ story, other, ...done }: BatchSummary) => {
    if (done.isConfirmation && other && story === "records") return "records.confirmed_in" as const;
    return story === "records" || story === "links"
      ? dynamicKey<"history.batch">(`${story}.${actionKey(done)}`)
      : story;
  };
  const valuesOf = ({ subject, other, kind, parts, records }: BatchSummary) => ({
    kind: subject ? kindLabel(subject.kind) : "",
    label: nameOf(subject),
    partner: nameOf(other),
    count: records,
    records: recordsOf(kind, parts, records),
  });
  const text = (summary: BatchSummary) =>
    String(t.markup(keyOf(summary), { ...valuesOf(summary), own: String, other: String }));
  return {
    text,
    rich(summary: BatchSummary): ReactNode {
      const { story, subject } = summary;
      const own = subject?.label && story !== "replacement" ? linkTo(subject) : emphasized;
      return t.rich(keyOf(summary), { ...valuesOf(summary), own, other: emphasized });
    },
    /** Lists what the sentence leaves out: what was done to how many records and links. */
    note({ story, parts, action: done }: BatchSummary): string | undefined {
      const isOfLinks = story === "links" && done === "update" && parts.some(({ action }) => action !== "update");
      if (story !== "import" && story !== "records" && !isOfLinks) return undefined;
      const links = (action: keyof typeof LINK_PARTS) => {
        const count = parts
          .filter((part) => isOfLink(part) && part.action === action)
          .reduce((sum, part) => sum + part.count, 0);
        return count > 0 ? [t(`parts.${LINK_PARTS[action]}`, { count })] : [];
      };
      const records = sumParts(parts.filter((part) => !isOfLink(part)));
      const isInSentence = story === "records" && records.length === 1;
      const others = isInSentence
        ? []
        : records.map((part) => t(`parts.${actionKey(part)}`, { records: recordsOf(part.kind, [part], part.count) }));
      return [...others, ...links("link"), ...links("update"), ...links("unlink")].join(", ") || undefined;
    },
  };
}
