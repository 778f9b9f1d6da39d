"use client";

import clsx from "clsx";
import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useRights } from "@/components/auth/rights";
import type { EntryNames } from "@/lib/model/fields/field";
import { displayMoment } from "@/lib/model/fields/moments";
import { personalDataPath } from "@/lib/features/personal-data/erasure";
import { recordHref } from "@/lib/model/record-href";
import type { Change } from "@/lib/features/history/history-answers";
import { definitionOfPath } from "@/lib/model/kinds/registry";
import { ROUND_KIND } from "@/lib/model/change";
import { isRecordKind } from "@/lib/features/history/history-query";
import {
  fieldLines,
  fieldOwnerOf,
  isOfFile,
  isOfLink,
  storyOf,
  type HistorySubject,
  type Sentence,
} from "./change-story";
import { ENTRY_LINK, EntryFrame } from "./entry-frame";
import { FieldLines } from "./field-lines";
import { useAdminValueFormat, useSentence } from "./use-change-words";

/** Icon and colour of each sentence. */
export const SENTENCE_LOOKS = {
  created: ["icon-file-plus-2", "text-success"],
  restored: ["icon-undo-2", "text-success"],
  updated: ["icon-pencil", "text-accent"],
  deleted: ["icon-trash-2", "text-danger"],
  linked: ["icon-link-2", "text-accent"],
  unlinked: ["icon-unlink-2", "text-ink-muted"],
  link_changed: ["icon-link-2", "text-accent"],
  file_added: ["icon-file-plus-2", "text-success"],
  file_restored: ["icon-undo-2", "text-success"],
  file_changed: ["icon-pencil", "text-accent"],
  file_deleted: ["icon-trash-2", "text-danger"],
  confirmed: ["icon-circle-check", "text-success"],
  confirmed_by: ["icon-circle-check", "text-success"],
  round_started: ["icon-mail", "text-accent"],
  round_closed: ["icon-circle-check", "text-ink-muted"],
  round_reminded: ["icon-mail", "text-accent"],
  round_renewed: ["icon-key-round", "text-accent"],
} as const satisfies Record<Sentence, readonly [string, string]>;

/** Values that all entries of a list share. */
export type EntryContext = {
  /** The record whose history is shown; null in the history of all records. */
  viewedRecord: HistorySubject;
  nameOf: EntryNames["nameOf"];
  /** All changes in the list, used to show which change reverts which. */
  listedChanges: readonly Change[];
  /** Returns the URL of a user's changes; undefined if the reader may not filter by user. */
  personHref?: (id: number) => string;
  /** The id of the change, or the batch, that is being reverted. */
  busy: number | string | null;
  onUndo: (change: Change) => void;
};

type ChangeDetailsProps = Pick<EntryContext, "viewedRecord" | "nameOf"> & { change: Change; isNested?: boolean };

/** The changed fields of a change, and links to the state after it. */
export function ChangeDetails({ change, viewedRecord, nameOf, isNested = false }: ChangeDetailsProps) {
  const t = useTranslations("history");
  const locale = useLocale();
  const sentence = useSentence();
  const formatAdminValue = useAdminValueFormat();
  const { mayErase } = useRights();
  const { action, kind, at } = change;
  const story = storyOf(change, viewedRecord);
  const isForeign = viewedRecord !== null && !story.isOwn;
  const lines = isForeign ? [] : fieldLines(change, { locale, nameOf }, formatAdminValue);
  // Changes of rounds hold numbers, which had no values before.
  const isOfRound = kind === ROUND_KIND;
  const isFolded = isOfRound ? lines.length > 3 : action !== "update" && !isOfLink(change);
  const isErased = change.label === "";
  const isOfRecord = viewedRecord !== null && isRecordKind(viewedRecord.kind);
  const hasStateAfter = isOfRecord && !isNested && action !== "delete" && !isForeign && !isOfFile(change);
  // A deleted person has no page whose menu could link to the personal data, so this entry does.
  const definition = definitionOfPath(kind);
  const linksToPersonalData =
    mayErase && action === "delete" && !isErased && !isForeign && definition?.person !== undefined;
  const changeText = `${sentence.text(story)}, ${displayMoment(new Date(at))}`;
  return (
    <>
      {isForeign && action === "delete" && <p className="text-sm">{t("link_went")}</p>}
      {isForeign && action === "create" && <p className="text-sm">{t("link_came")}</p>}
      {isErased && !isOfFile(change) && !isOfLink(change) && <p className="text-sm">{t("erased")}</p>}
      <div className={clsx(lines.length > 0 && "mt-1")}>
        <FieldLines
          owner={fieldOwnerOf(change)}
          lines={lines}
          isChange={action === "update" && !isOfRound}
          isFolded={isFolded}
        />
      </div>
      {(hasStateAfter || linksToPersonalData) && (
        <p className="flex flex-wrap gap-x-4 text-sm print:hidden">
          {hasStateAfter && (
            <a
              href={recordHref(viewedRecord, at)}
              aria-label={t("state_after_named", { what: changeText })}
              className={ENTRY_LINK}
            >
              {t("state_after")}
            </a>
          )}
          {linksToPersonalData && definition && (
            <a href={`${personalDataPath(definition)}/${change.id}`} className={ENTRY_LINK}>
              {t("personal_data")}
            </a>
          )}
        </p>
      )}
    </>
  );
}

/** Returns a function that says which other change a change reverts; undefined for ordinary changes. */
export function useRevertedText() {
  const t = useTranslations("history");
  return ({ reverts }: Change, listedChanges: readonly Change[]) => {
    if (reverts === null) return undefined;
    const reverted = listedChanges.find(({ change_id }) => change_id === reverts);
    return reverted ? t("reverts_of", { time: displayMoment(new Date(reverted.at)) }) : t("reverts");
  };
}

type ChangeEntryProps = {
  change: Change;
  context: EntryContext;
  /** True inside the entry of a batch. */
  isNested?: boolean;
  children?: ReactNode;
};

/** One change: what happened, when and by whom, the changed fields, and a button that reverts it. */
export function ChangeEntry({ change, context, isNested, children }: ChangeEntryProps) {
  const t = useTranslations("history");
  const sentence = useSentence();
  const revertedText = useRevertedText();
  const { viewedRecord, nameOf, listedChanges, personHref, busy, onUndo } = context;
  const story = storyOf(change, viewedRecord);
  const [icon, tone] = SENTENCE_LOOKS[story.sentence];
  return (
    <EntryFrame
      icon={icon}
      tone={tone}
      title={sentence.rich(story)}
      change={change}
      personHref={personHref}
      note={revertedText(change, listedChanges)}
      isNested={isNested}
      isReverted={listedChanges.some(({ reverts }) => reverts === change.change_id)}
      undo={
        change.revertible
          ? {
              label: t(change.action === "delete" ? "restore" : "undo"),
              what: `${sentence.text(story)}, ${displayMoment(new Date(change.at))}`,
              busy: busy === change.change_id,
              onUndo: () => onUndo(change),
            }
          : undefined
      }
    >
      <ChangeDetails change={change} viewedRecord={viewedRecord} nameOf={nameOf} isNested={isNested} />
      {children}
    </EntryFrame>
  );
}
