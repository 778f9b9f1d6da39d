"use client";

import clsx from "clsx";
import { useTranslations } from "next-intl";
import { useRef, useState, type KeyboardEvent } from "react";
import { useRights } from "@/components/auth/rights";
import { usePendingNavigation } from "@/components/navigation/pending-navigation";
import { ListFooter } from "@/components/records/list/list-footer";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { EmptyNote } from "@/components/ui/empty-note";
import type { DuplicatePair } from "@/lib/features/duplicates/duplicate-answers";
import { duplicateGroups, survivorOf } from "@/lib/features/duplicates/duplicate-groups";
import { DUPLICATES_PAGE_SIZE, duplicatesHref, type DuplicatesView } from "@/lib/features/duplicates/duplicates-query";
import { mergeHref } from "@/lib/features/duplicates/merge-query";
import { definitionOf, type KindName } from "@/lib/model/kinds/registry";
import { DuplicateGroupCard } from "./duplicate-group-card";
import { useDismiss } from "./use-dismiss";

type DuplicateListProps = { kind: KindName; pageNo: number; view: DuplicatesView };

const keyOf = ({ a, b }: DuplicatePair) => `${a.id} ${b.id}`;

/** Review list of duplicate pairs, operable by keyboard alone. */
export function DuplicateList({ kind, pageNo, view }: DuplicateListProps) {
  const definition = definitionOf(kind);
  const t = useTranslations("duplicates");
  const tr = useTranslations("records");
  const { push, refresh } = usePendingNavigation();
  const { mayWrite } = useRights();
  const pendingKeys = useRef(new Set<string>());
  /** Keys of pairs dismissed on this page; `later` contains the keys of postponed pairs. */
  const [dismissedKeys, setDismissedKeys] = useState<ReadonlySet<string>>(new Set());
  const [postponedKeys, setPostponedKeys] = useState<ReadonlySet<string>>(new Set());
  const list = useRef<HTMLOListElement>(null);
  const progress = useRef<HTMLParagraphElement>(null);
  const dismiss = useDismiss(definition);
  const { counts, links, total, waiting } = view;
  const shown = view.pairs.filter((pair) => !dismissedKeys.has(keyOf(pair)) && !postponedKeys.has(keyOf(pair)));
  const groups = duplicateGroups(shown);
  // Dismissed pairs that are still in `view`, so that its counts do not reflect their dismissal
  // yet.
  const dismissedHere = view.pairs.filter((pair) => dismissedKeys.has(keyOf(pair))).length;

  const cards = () => [...(list.current?.querySelectorAll<HTMLElement>("[data-group]") ?? [])];
  /** Focuses the card that took the removed card's position. */
  function focusAt(index: number) {
    requestAnimationFrame(() => {
      const all = cards();
      (all[Math.min(index, all.length - 1)] ?? progress.current)?.focus();
    });
  }

  const merge = ({ a, b }: DuplicatePair) => void push(mergeHref(definition, ...survivorOf(a.id, b.id, links), true));

  async function dismissPair(pair: DuplicatePair, index: number) {
    const key = keyOf(pair);
    if (pendingKeys.current.has(key)) return;
    pendingKeys.current.add(key);
    const isSaved = await dismiss(pair, () => {
      setDismissedKeys((now) => new Set([...now].filter((one) => one !== key)));
      void refresh();
    });
    pendingKeys.current.delete(key);
    if (!isSaved) return;
    setDismissedKeys((now) => new Set([...now, key]));
    focusAt(index);
    // Loads the page again: other pairs move up, so that none is skipped on the next page.
    void refresh();
  }

  function postpone(pairs: readonly DuplicatePair[], index: number) {
    setPostponedKeys((now) => new Set([...now, ...pairs.map(keyOf)]));
    focusAt(index);
  }

  function onKeyDown(event: KeyboardEvent, index: number) {
    const [pair, ...more] = groups[index]?.pairs ?? [];
    if (!pair || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    const keyActions: Partial<Record<string, () => void>> = {
      ArrowDown: () => cards()[index + 1]?.focus(),
      ArrowUp: () => cards()[index - 1]?.focus(),
      ...(mayWrite && { m: () => merge(pair), n: () => void dismissPair(pair, index) }),
      s: () => postpone([pair, ...more], index),
    };
    const keyAction = keyActions[event.key];
    // Except for arrow keys, keys pressed on a button inside the card operate that button.
    if (!keyAction || (event.target !== event.currentTarget && !event.key.startsWith("Arrow"))) return;
    event.preventDefault();
    keyAction();
  }

  return (
    <div className="grid gap-4">
      <p className="max-w-prose text-ink-muted">{t("intro")}</p>
      <nav aria-label={t("kinds")} className="flex flex-wrap gap-1.5">
        {counts.map(({ kind: other, total: count }) => (
          <a
            key={other}
            href={duplicatesHref(definitionOf(other))}
            aria-current={other === kind ? "page" : undefined}
            className={clsx(
              "inline-flex min-h-9 items-center gap-2 rounded-md border px-3 no-underline pointer-coarse:min-h-11",
              other === kind
                ? "border-accent bg-accent-soft font-semibold text-ink"
                : "border-line-strong text-ink hover:bg-sunken",
            )}
          >
            {tr(`${other}.many`)}
            <Badge>{count}</Badge>
          </a>
        ))}
      </nav>
      {waiting > 0 && <Alert tone="info">{t("waiting", { count: waiting })}</Alert>}
      <Card>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-1 border-b border-line px-4 py-3 md:px-6">
          <p ref={progress} tabIndex={-1} aria-live="polite" className="font-medium outline-none">
            {t("progress", { settled: view.settled + dismissedHere, total: total - dismissedHere })}
          </p>
          {groups.length > 0 && mayWrite && <p className="text-sm text-ink-muted pointer-coarse:hidden">{t("keys")}</p>}
        </div>
        {groups.length === 0 && <EmptyNote text={total - dismissedHere > 0 ? t("none_here") : t("none")} />}
        <ol ref={list} className="divide-y divide-line">
          {groups.map((group, index) => (
            <DuplicateGroupCard
              key={group.pairs.map(keyOf).join()}
              kind={kind}
              group={group}
              links={links}
              mayWrite={mayWrite}
              onKeyDown={(event) => onKeyDown(event, index)}
              onMerge={merge}
              onDismiss={(pair) => void dismissPair(pair, index)}
              onPostpone={() => postpone(group.pairs, index)}
            />
          ))}
        </ol>
        <ListFooter
          query={{ pageNo, pageSize: DUPLICATES_PAGE_SIZE }}
          shown={view.pairs.length}
          total={total}
          firstHref={duplicatesHref(definition)}
          keepsScroll={false}
        />
      </Card>
    </div>
  );
}
