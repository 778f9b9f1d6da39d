"use client";

import { useTranslations } from "next-intl";
import { displayMoment } from "@/lib/model/fields/moments";
import type { BatchSummary, HistoryEntry } from "@/lib/features/history/history-answers";
import type { ChangeAction } from "@/lib/model/change";
import { HISTORY_PATH, historySearchParams } from "@/lib/features/history/history-query";
import { ChangeDetails, ChangeEntry, SENTENCE_LOOKS, useRevertedText, type EntryContext } from "./change-entry";
import { isOfFile, isOfLink, storyOf, type Sentence } from "./change-story";
import { ENTRY_LINK, EntryFrame } from "./entry-frame";
import { useBatchWords } from "./use-batch-words";
import { useSentence } from "./use-change-words";

type Batch = NonNullable<HistoryEntry["batch"]>;

const LINK_SENTENCES: Partial<Record<ChangeAction, Sentence>> = { link: "linked", unlink: "unlinked" };

function looksOf({ story, action, isConfirmation }: BatchSummary, isRevert: boolean) {
  if (isRevert) return SENTENCE_LOOKS.restored;
  if (isConfirmation) return SENTENCE_LOOKS.confirmed;
  if (story === "merge") return ["icon-merge", "text-accent"] as const;
  if (story === "import") return ["icon-file-up", "text-success"] as const;
  if (story === "replacement") return ["icon-replace", "text-accent"] as const;
  if (action === "create") return SENTENCE_LOOKS.created;
  if (story === "links") return SENTENCE_LOOKS[LINK_SENTENCES[action] ?? "link_changed"];
  return action === "delete" ? SENTENCE_LOOKS.deleted : SENTENCE_LOOKS.updated;
}

type BatchEntryProps = {
  entry: HistoryEntry & { batch: Batch };
  context: EntryContext;
  onUndoBatch: (batch: string, count: number) => void;
};

/**
 * A batch of changes as one entry: a sentence about it, its changes folded, and one button that
 * reverts it. In the history of a record with a share in a larger batch, the entry is that share.
 */
export function BatchEntry({ entry, context, onUndoBatch }: BatchEntryProps) {
  const t = useTranslations("history");
  const words = useBatchWords();
  const sentence = useSentence();
  const revertedText = useRevertedText();
  const { change, batch } = entry;
  const { summary, reverts, own, count } = batch;
  const { viewedRecord, nameOf, listedChanges, personHref, busy } = context;
  const id = change.batch ?? "";
  const isShare = own < count;
  const batchHref = `${HISTORY_PATH}?${historySearchParams({ batch: id })}`;

  if (isShare) {
    return (
      <ChangeEntry change={change} context={context}>
        <p className="flex flex-wrap items-baseline gap-x-2 text-sm text-ink-muted">
          <span className="[overflow-wrap:anywhere]">{words.text(summary)}</span>
          <a href={batchHref} className={ENTRY_LINK}>
            {t("whole_batch")}
          </a>
        </p>
        <FoldedChanges entry={entry} context={context} batchHref={batchHref} includesMain={false} />
      </ChangeEntry>
    );
  }

  // A record that was saved with its links is shown as a change of that record.
  const isOfRecord = summary.story === "record" && !isOfFile(change) && !isOfLink(change);
  const story = storyOf(change, viewedRecord);
  const description = isOfRecord
    ? {
        looks: SENTENCE_LOOKS[story.sentence],
        text: sentence.text(story),
        title: sentence.rich(story),
        note: revertedText(change, listedChanges),
      }
    : {
        looks: looksOf(summary, reverts !== null),
        text: reverts ? t("batch.reverted", { what: words.text(reverts) }) : words.text(summary),
        title: reverts ? t("batch.reverted", { what: words.text(reverts) }) : words.rich(summary),
        note: reverts ? undefined : words.note(summary),
      };
  const [icon, tone] = description.looks;
  return (
    <EntryFrame
      icon={icon}
      tone={tone}
      title={description.title}
      change={change}
      personHref={personHref}
      note={description.note}
      isReverted={batch.reverted}
      undo={
        batch.revertible
          ? {
              label: t("undo"),
              what: `${description.text}, ${displayMoment(new Date(change.at))}`,
              busy: busy === id,
              onUndo: () => onUndoBatch(id, count),
            }
          : undefined
      }
    >
      {isOfRecord && <ChangeDetails change={change} viewedRecord={viewedRecord} nameOf={nameOf} />}
      <FoldedChanges entry={entry} context={context} batchHref={batchHref} includesMain={!isOfRecord} />
    </EntryFrame>
  );
}

type FoldedChangesProps = Pick<BatchEntryProps, "entry" | "context"> & { batchHref: string; includesMain: boolean };

/** The changes of a batch, folded; a link to them if they are many. */
function FoldedChanges({ entry: { change, batch }, context, batchHref, includesMain }: FoldedChangesProps) {
  const t = useTranslations("history");
  const shown = includesMain ? batch.changes : batch.changes.filter(({ change_id }) => change_id !== change.change_id);
  const count = includesMain ? batch.own : batch.own - 1;
  if (count < 1) return null;
  const label = t(includesMain ? "show_changes" : "show_more_changes", { count });
  if (batch.changes.length === 0) {
    return (
      <p className="text-sm print:hidden">
        <a href={batchHref} className={ENTRY_LINK}>
          {label}
        </a>
      </p>
    );
  }
  return (
    <details>
      <summary className="w-fit cursor-pointer rounded-sm py-0.5 text-sm leading-5.5 text-ink-muted hover:text-ink pointer-coarse:py-3">
        {label}
      </summary>
      <ol
        aria-label={t("changes")}
        className="mt-1 -ml-1 divide-y divide-line border-l-2 border-line *:px-3 *:py-2 *:md:px-4"
      >
        {shown.map((each) => (
          <ChangeEntry key={each.change_id} change={each} context={context} isNested />
        ))}
      </ol>
    </details>
  );
}
