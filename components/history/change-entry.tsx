"use client";

import clsx from "clsx";
import { useLocale, useTranslations } from "next-intl";
import { useRights } from "@/components/auth/rights";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import type { EntryNames } from "@/lib/records/fields/field";
import { historySearchParams, type Change } from "@/lib/records/history/history-query";
import { personalDataPath } from "@/lib/records/accounts/erasure";
import { definitionOfPath } from "@/lib/records/kinds/registry";
import { displayMoment } from "@/lib/records/fields/moments";
import { fieldLines, hrefOf, storyOf, type Reader, type Sentence } from "./change-story";
import { FieldLines } from "./field-lines";
import { useAdminValueFormat, useAuthor, useSentence } from "./use-change-words";

const ICONS = {
  created: "icon-file-plus-2",
  updated: "icon-pencil",
  deleted: "icon-trash-2",
  linked: "icon-link-2",
  unlinked: "icon-unlink-2",
  restored: "icon-undo-2",
} as const;
const TONES: Record<Sentence, string> = {
  created: "text-success",
  restored: "text-success",
  updated: "text-accent",
  deleted: "text-danger",
  linked: "text-accent",
  unlinked: "text-ink-muted",
};

export const HISTORY_PATH = "/pages/timeline";

type ChangeEntryProps = {
  change: Change;
  /** The record whose history is shown; null in the history of all records. */
  reader: Reader;
  nameOf: EntryNames["nameOf"];
  /** All changes in the list, used to show which change reverts which. */
  beside: readonly Change[];
  /** Returns the URL of a user's changes; undefined if the reader may not filter by user. */
  personHref?: (id: number) => string;
  /** True while this change is being reverted. */
  busy: boolean;
  onUndo: () => void;
};

/** One change: what happened, when and by whom, the changed fields, and a revert button. */
export function ChangeEntry({ change, reader, nameOf, beside, personHref, busy, onUndo }: ChangeEntryProps) {
  const t = useTranslations("history");
  const locale = useLocale();
  const sentence = useSentence();
  const author = useAuthor()(change);
  const formatAdminValue = useAdminValueFormat();
  const { mayWrite, mayErase } = useRights();
  const { action, kind, at, user, batch, revertible } = change;

  const story = storyOf(change, reader);
  const isForeign = reader !== null && !story.isOwn;
  const lines = isForeign ? [] : fieldLines(change, { locale, nameOf }, formatAdminValue);
  const undone = beside.find(({ change_id }) => change_id === change.reverts);
  const isReverted = beside.some(({ reverts }) => reverts === change.change_id);
  const what = `${sentence.text(story)}, ${displayMoment(new Date(at))}`;
  const isErased = change.label === "";
  const hasStateAfter = reader !== null && action !== "delete" && !isForeign;
  // A deleted person has no page whose menu could link to the personal data, so this entry does.
  const definition = definitionOfPath(kind);
  const leadsToPerson = mayErase && action === "delete" && !isErased && !isForeign && definition?.person !== undefined;
  const smallLink =
    "inline-flex min-h-6 items-center rounded-sm text-ink-muted underline underline-offset-2 hover:text-ink";

  return (
    <li className="flex gap-3 px-4 py-3.5 md:px-6">
      <Icon name={ICONS[story.sentence]} className={clsx("mt-1 size-4", TONES[story.sentence])} />
      <div className="flex min-w-0 flex-1 flex-wrap items-start gap-x-6 gap-y-2">
        <div className="min-w-0 flex-1 basis-72">
          <p className="font-medium [overflow-wrap:anywhere]">{sentence.rich(story)}</p>
          <p className="flex flex-wrap items-baseline gap-x-2 text-sm text-ink-muted">
            <time dateTime={at}>{displayMoment(new Date(at))}</time>
            <span aria-hidden="true">·</span>
            {user && personHref ? (
              <a href={personHref(user.id)} className={smallLink}>
                {author.name}
              </a>
            ) : (
              <span className="[overflow-wrap:anywhere]">{author.name}</span>
            )}
            {author.way && <span>· {author.way}</span>}
            {change.reverts !== null && (
              <span>· {undone ? t("reverts_of", { time: displayMoment(new Date(undone.at)) }) : t("reverts")}</span>
            )}
            {isReverted && <Badge>{t("is_reverted")}</Badge>}
          </p>
          {isForeign && action === "delete" && <p className="text-sm">{t("link_went")}</p>}
          {isForeign && action === "create" && <p className="text-sm">{t("link_came")}</p>}
          {isErased && !change.related && <p className="text-sm">{t("erased")}</p>}
          <div className={clsx(lines.length > 0 && "mt-1.5")}>
            <FieldLines kind={kind} lines={lines} isChange={action === "update"} />
          </div>
          {(hasStateAfter || batch || leadsToPerson) && (
            <p className="mt-1 flex flex-wrap gap-x-4 text-sm">
              {hasStateAfter && (
                <a href={hrefOf(reader, at)} aria-label={t("state_after_named", { what })} className={smallLink}>
                  {t("state_after")}
                </a>
              )}
              {leadsToPerson && definition && (
                <a href={`${personalDataPath(definition)}/${change.id}`} className={smallLink}>
                  {t("personal_data")}
                </a>
              )}
              {batch && (
                <a
                  href={`${HISTORY_PATH}?${historySearchParams({ batch })}`}
                  title={t("show_batch")}
                  className={smallLink}
                >
                  {t("same_batch")}
                </a>
              )}
            </p>
          )}
        </div>
        {revertible && mayWrite && (
          <Button
            size="sm"
            busy={busy}
            onClick={onUndo}
            aria-label={`${t(action === "delete" ? "restore" : "undo")}: ${what}`}
            icon={<Icon name="icon-undo-2" className="size-4" />}
            className="print:hidden"
          >
            {t(action === "delete" ? "restore" : "undo")}
          </Button>
        )}
      </div>
    </li>
  );
}
