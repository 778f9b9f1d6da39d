"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { useRights } from "@/components/auth/rights";
import { ListFooter } from "@/components/records/list/list-footer";
import { SelectionBar } from "@/components/records/shared/selection-bar";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { SelectBox } from "@/components/ui/choices/select-box";
import { useConfirm } from "@/components/ui/dialogs/confirm-dialog";
import { EmptyNote } from "@/components/ui/empty-note";
import { Icon } from "@/components/ui/icon";
import { PLACE_REASONS, type PlaceReason } from "@/lib/features/places/place-reasons";
import { PLACES_PAGE_SIZE, PLACES_PATH, type PlaceSuggestion } from "@/lib/features/places/place-suggestion";
import { GazetteerCredit } from "./gazetteer-credit";
import { PlaceRow } from "./place-row";
import { useAcceptPlaces, type AcceptedPlaces } from "./use-accept-places";

type PlaceListProps = {
  pageNo: number;
  suggestions: readonly PlaceSuggestion[];
  total: number;
  /** The value of a country that is not given. */
  noCountry: string;
};

/**
 * Suggested countries and places, which editors accept. All on the page are selected at first, so that
 * one click accepts them and the next ones follow.
 */
export function PlaceList({ pageNo, suggestions, total, noCountry }: PlaceListProps) {
  const t = useTranslations("places");
  const tc = useTranslations("common");
  const tb = useTranslations("records.bulk");
  const { mayWrite } = useRights();
  const confirm = useConfirm();
  const { accept, isBusy } = useAcceptPlaces();
  const [excluded, setExcluded] = useState<ReadonlySet<number>>(new Set());
  const summary = useRef<HTMLParagraphElement>(null);
  const isSummaryNext = useRef(false);

  const ids = suggestions.map(({ id }) => id);
  const selected = ids.filter((id) => !excluded.has(id));
  const canAccept = mayWrite && suggestions.length > 0;

  // After suggestions were accepted, the next ones are read from the beginning.
  useEffect(() => {
    if (isSummaryNext.current) summary.current?.focus();
    isSummaryNext.current = false;
  }, [suggestions]);

  async function acceptAndContinue(places: AcceptedPlaces) {
    isSummaryNext.current = await accept(places);
  }

  async function acceptAllOf(reason: PlaceReason) {
    const isConfirmed = await confirm({
      title: t(`question.${reason}`),
      text: t("question.text"),
      confirmLabel: t("accept"),
      cancelLabel: tc("cancel"),
    });
    if (isConfirmed) await acceptAndContinue({ all: true, reason });
  }

  const toggle = (id: number) =>
    setExcluded((now) => new Set(now.has(id) ? [...now].filter((one) => one !== id) : [...now, id]));
  const isAllSelected = selected.length === ids.length;
  const clear = () => setExcluded((now) => new Set([...now, ...ids]));
  const selectPage = () => setExcluded((now) => new Set([...now].filter((id) => !ids.includes(id))));

  function clearFromBar() {
    clear();
    // The bar disappears, and with it the button that has the focus.
    summary.current?.focus();
  }

  return (
    <div className="grid gap-4">
      <p className="max-w-prose text-ink-muted">{t("intro")}</p>
      <Card>
        <div className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-2 md:px-6">
          {canAccept && (
            <SelectBox
              label={tb("select_page")}
              isSelected={isAllSelected}
              isMixed={selected.length > 0 && !isAllSelected}
              onToggle={isAllSelected ? clear : selectPage}
            />
          )}
          <p ref={summary} tabIndex={-1} aria-live="polite" className="tabular font-medium outline-none">
            {t("summary", { count: total })}
          </p>
          {canAccept && (
            <div className="ml-auto flex flex-wrap gap-2 max-sm:w-full max-sm:*:w-full">
              {PLACE_REASONS.map((reason) => (
                <Button
                  key={reason}
                  busy={isBusy}
                  onClick={() => void acceptAllOf(reason)}
                  icon={<Icon name="icon-check-check" className="size-4" />}
                >
                  {t(`accept_all.${reason}`)}
                </Button>
              ))}
            </div>
          )}
        </div>
        {suggestions.length === 0 && <EmptyNote text={t("none")} hint={t("none_hint")} />}
        <ol aria-label={t("list")} className="divide-y divide-line">
          {suggestions.map((suggestion) => (
            <PlaceRow
              key={suggestion.id}
              suggestion={suggestion}
              noCountry={noCountry}
              isSelected={!excluded.has(suggestion.id)}
              onToggle={mayWrite ? () => toggle(suggestion.id) : undefined}
            />
          ))}
        </ol>
        {canAccept && selected.length > 0 && (
          <SelectionBar count={selected.length} onClear={clearFromBar}>
            <Button variant="primary" busy={isBusy} onClick={() => void acceptAndContinue({ ids: selected })}>
              {t("accept_selected")}
            </Button>
          </SelectionBar>
        )}
        <ListFooter
          query={{ pageNo, pageSize: PLACES_PAGE_SIZE }}
          shown={suggestions.length}
          total={total}
          firstHref={PLACES_PATH}
          keepsScroll={false}
        />
      </Card>
      <GazetteerCredit />
    </div>
  );
}
