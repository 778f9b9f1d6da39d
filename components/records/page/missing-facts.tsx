"use client";

import { useTranslations } from "next-intl";
import { Fragment, startTransition, useEffect, useState, type MouseEvent } from "react";
import type { MissingFact } from "@/lib/features/quality/missing-fact";

type MissingFactsProps = { facts: readonly MissingFact[]; openTab: (tab: string) => void };

/**
 * Line in a record's head that names what the record lacks. Each name opens the tab in which it is
 * filled, and focuses the field or, in a link tab, the search box.
 */
export function MissingFacts({ facts, openTab }: MissingFactsProps) {
  const t = useTranslations("quality");
  const [opened, setOpened] = useState<MissingFact | null>(null);
  useEffect(() => {
    if (!opened) return;
    const control = opened.field ? `[name="${opened.field}"]` : "[role=combobox]";
    document.querySelector<HTMLElement>(`[role=tabpanel]:not([inert]) ${control}`)?.focus();
  }, [opened]);

  function open(event: MouseEvent, fact: MissingFact) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    // Not a navigation, which would ask about unsaved input.
    event.preventDefault();
    // In a transition, as the form's code may not be loaded yet.
    startTransition(() => {
      openTab(fact.tab);
      setOpened({ ...fact });
    });
  }

  return (
    <p className="mt-0.5 text-sm text-ink-muted print:hidden">
      {t("missing_label")}{" "}
      {facts.map((fact, index) => (
        <Fragment key={fact.name}>
          {index > 0 && ", "}
          <a
            href={`?tab=${fact.tab}`}
            onClick={(event) => open(event, fact)}
            className="whitespace-nowrap text-ink underline decoration-line-strong underline-offset-4 hover:decoration-current pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:items-center"
          >
            {t(`missing.${fact.name}`)}
          </a>
        </Fragment>
      ))}
    </p>
  );
}
