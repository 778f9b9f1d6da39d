"use client";

import clsx from "clsx";
import { useTranslations } from "next-intl";
import { usePendingNavigation } from "@/components/navigation/pending-navigation";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { LabelledField } from "@/components/ui/labelled-field";
import { Select } from "@/components/ui/choices/select";
import { dynamicKey } from "@/lib/model/messages/i18n";
import { entryLists, type EntryListName } from "@/lib/model/reference-lists/reference-lists";
import type { ShownEntry } from "./entry";
import { EntryList } from "./entry-list";

const hrefOf = (list: string) => `/pages/reference?list=${list}`;

type ReferenceListsProps = {
  list: EntryListName;
  counts: Readonly<Record<string, number>>;
  entries: readonly ShownEntry[];
};

/** Page of the reference lists; the URL selects one (contract §9). */
export function ReferenceLists({ list, counts, entries }: ReferenceListsProps) {
  const t = useTranslations("reference");
  const { push } = usePendingNavigation();
  const title = t(`lists.${list}`);
  const explained = dynamicKey<"reference">(`explained.${list}`);
  return (
    <div className="gap-5 min-[85rem]:grid min-[85rem]:grid-cols-[12.5rem_minmax(0,1fr)]">
      <nav aria-label={t("choose")} className="max-[85rem]:hidden">
        <ul className="sticky top-5 flex flex-col gap-0.5">
          {entryLists.map((name) => (
            <li key={name}>
              <a
                href={hrefOf(name)}
                aria-current={name === list ? "page" : undefined}
                className={clsx(
                  "flex min-h-9 items-center justify-between gap-2 rounded-md px-3 py-1 leading-tight no-underline",
                  name === list
                    ? "bg-accent-soft font-semibold text-accent-strong"
                    : "text-ink-muted hover:bg-sunken hover:text-ink",
                )}
              >
                {t(`lists.${name}`)}
                <span className="tabular text-sm font-normal">{counts[name]}</span>
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="mb-4 max-w-sm min-[85rem]:hidden">
        <LabelledField label={t("choose")}>
          {(control) => (
            <Select
              {...control}
              value={list}
              onChange={(event) => void push(hrefOf(event.target.value))}
              options={entryLists.map((name) => ({ value: name, label: `${t(`lists.${name}`)} (${counts[name]})` }))}
            />
          )}
        </LabelledField>
      </div>
      <Card className="min-w-0">
        <div className="px-4 py-3 md:px-6">
          <h2 className="flex items-center gap-2 text-lg font-semibold">
            {title}
            <Badge>{entries.length}</Badge>
          </h2>
          <p className="max-w-4xl text-sm text-ink-muted">
            {t("intro")} {entries.some(({ isProtected }) => isProtected) && t("protected_intro")}
          </p>
          {t.has(explained) && <p className="mt-1 max-w-4xl text-sm text-ink-muted">{t(explained)}</p>}
        </div>
        <EntryList key={list} list={list} title={title} entries={entries} />
      </Card>
    </div>
  );
}
