"use client";

import clsx from "clsx";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useRights } from "@/components/auth/rights";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Icon, type IconName } from "@/components/ui/icon";
import { displayClock } from "@/lib/model/fields/moments";
import type { Change } from "@/lib/features/history/history-answers";
import { useAuthor } from "./use-change-words";

/** Look of the links in an entry. */
export const ENTRY_LINK =
  "inline-flex min-h-6 items-center rounded-sm text-ink-muted underline underline-offset-2 hover:text-ink pointer-coarse:min-h-11";

type EntryFrameProps = {
  icon: IconName;
  tone: string;
  title: ReactNode;
  /** The change whose time and author are shown. */
  change: Change;
  /** Returns the URL of a user's changes; undefined if the reader may not filter by user. */
  personHref?: (id: number) => string;
  /** A short remark beside the time and the author. */
  note?: string;
  isReverted: boolean;
  /** True inside another entry, which shows the time and the author. */
  isNested?: boolean;
  /** The button that reverts the entry; undefined if it cannot be reverted. */
  undo?: { label: string; what: string; busy: boolean; onUndo: () => void };
  children?: ReactNode;
};

/** An entry of the history: what happened, when and by whom, details, and a button that reverts it. */
export function EntryFrame({
  icon,
  tone,
  title,
  change: { at, user, source },
  personHref,
  note,
  isReverted,
  isNested = false,
  undo,
  children,
}: EntryFrameProps) {
  const t = useTranslations("history");
  const author = useAuthor()({ user, source });
  const { mayWrite } = useRights();
  return (
    <li className="flex gap-3 px-4 py-3 md:px-6">
      <Icon name={icon} className={clsx("mt-1 size-4", tone)} />
      <div className="flex min-w-0 flex-1 flex-wrap items-start gap-x-6 gap-y-1">
        <div className="min-w-0 flex-1 basis-72">
          <p className="font-medium [overflow-wrap:anywhere]">{title}</p>
          {(!isNested || note || isReverted) && (
            <p className="flex flex-wrap items-baseline gap-x-1.5 text-sm text-ink-muted">
              {!isNested && (
                <>
                  <time dateTime={at} className="tabular">
                    {displayClock(new Date(at))}
                  </time>
                  <span aria-hidden="true">·</span>
                  {user && personHref ? (
                    <a href={personHref(user.id)} className={ENTRY_LINK}>
                      {author.name}
                    </a>
                  ) : (
                    <span className="[overflow-wrap:anywhere]">{author.name}</span>
                  )}
                  {author.way && (
                    <>
                      <span aria-hidden="true">·</span>
                      <span>{author.way}</span>
                    </>
                  )}
                </>
              )}
              {note && !isNested && <span aria-hidden="true">·</span>}
              {note && <span>{note}</span>}
              {isReverted && <Badge>{t("is_reverted")}</Badge>}
            </p>
          )}
          {children}
        </div>
        {undo && mayWrite && (
          <Button
            size="sm"
            variant="ghost"
            busy={undo.busy}
            onClick={undo.onUndo}
            aria-label={`${undo.label}: ${undo.what}`}
            className="-mr-2.5 max-sm:-ml-2.5 print:hidden pointer-coarse:min-h-11"
          >
            {undo.label}
          </Button>
        )}
      </div>
    </li>
  );
}
