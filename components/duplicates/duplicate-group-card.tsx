"use client";

import { useTranslations } from "next-intl";
import type { KeyboardEvent } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import type { DuplicatePair } from "@/lib/features/duplicates/duplicate-answers";
import { surenessOf } from "@/lib/model/kinds/duplicate-fields";
import type { DuplicateGroup } from "@/lib/features/duplicates/duplicate-groups";
import { definitionOf, type KindName } from "@/lib/model/kinds/registry";
import { ownValue } from "@/lib/model/pure/own-value";

type DuplicateGroupCardProps = {
  kind: KindName;
  group: DuplicateGroup;
  links: Readonly<Record<number, number>>;
  mayWrite: boolean;
  onKeyDown: (event: KeyboardEvent) => void;
  onMerge: (pair: DuplicatePair) => void;
  onDismiss: (pair: DuplicatePair) => void;
  onPostpone: () => void;
};

/**
 * Card of a duplicate pair, or of several pairs that share records; shows reasons, differences and
 * actions per pair.
 */
export function DuplicateGroupCard(props: DuplicateGroupCardProps) {
  const { kind, group, links, mayWrite, onKeyDown, onMerge, onDismiss, onPostpone } = props;
  const t = useTranslations("duplicates");
  const ts = useTranslations("records.similar");
  const records = new Map(group.pairs.flatMap(({ a, b }) => [a, b]).map((record) => [record.id, record]));
  const [first] = group.pairs;
  const name = [...records.values()].map(({ label }) => label).join(" · ");
  return (
    <li
      data-group
      tabIndex={0}
      aria-label={name}
      onKeyDown={onKeyDown}
      className="grid gap-3 px-4 py-4 outline-none focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-focus md:px-6"
    >
      {records.size > 2 && <p className="font-semibold">{t("group", { count: records.size })}</p>}
      {group.pairs.map((pair) => (
        <div key={`${pair.a.id} ${pair.b.id}`} className="grid gap-2">
          <div className="grid gap-2 sm:grid-cols-2">
            {[pair.a, pair.b].map(({ id, label, detail }) => (
              <div key={id} className="min-w-0 rounded-md border border-line px-3 py-2 [overflow-wrap:anywhere]">
                <a href={`${definitionOf(kind).pages.detail}/${id}`} target="_blank" className="font-semibold">
                  {label}
                </a>
                {detail && <p className="text-sm text-ink-muted">{detail}</p>}
                <p className="text-sm text-ink-muted">{t("link_count", { count: ownValue(links, id) ?? 0 })}</p>
              </div>
            ))}
          </div>
          <div className="flex flex-wrap items-center gap-2">
            <Badge tone={surenessOf(pair.score) === "sure" ? "accent" : "neutral"}>{t(surenessOf(pair.score))}</Badge>
            <span className="text-sm text-ink-muted">
              {pair.reasons.map((reason) => ts(`reasons.${reason}`)).join(", ")}
            </span>
            <span className="mr-auto text-sm font-medium">
              {pair.differences.map((difference) => ts(`differences.${difference}`)).join(", ")}
            </span>
            {mayWrite && (
              <>
                <Button
                  size="sm"
                  variant="primary"
                  aria-label={t("merge_pair", { a: pair.a.label, b: pair.b.label })}
                  onClick={() => onMerge(pair)}
                  icon={<Icon name="icon-merge" className="size-4" />}
                >
                  {t("merge")}
                </Button>
                <Button
                  size="sm"
                  aria-label={t("dismiss_pair", { a: pair.a.label, b: pair.b.label })}
                  onClick={() => onDismiss(pair)}
                  icon={<Icon name="icon-x" className="size-4" />}
                >
                  {t("dismiss")}
                </Button>
              </>
            )}
            {pair === first && (
              <Button
                size="sm"
                variant="ghost"
                aria-label={t("later_group", { label: name })}
                onClick={onPostpone}
                icon={<Icon name="icon-clock" className="size-4" />}
              >
                {t("later")}
              </Button>
            )}
          </div>
        </div>
      ))}
    </li>
  );
}
