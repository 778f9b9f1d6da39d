"use client";

import clsx from "clsx";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useId, useRef, useState, type FormEvent } from "react";
import { useShortcut } from "@/components/layout/shortcuts/single-keys";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { MultiSelect, type MultiSelectOption } from "@/components/ui/choices/multi-select";
import { TextInput } from "@/components/ui/text-input";
import { FILTER_MAX_LENGTH, SEARCH_DEBOUNCE_MS } from "@/lib/model/limits";

/**
 * Maximum number of selected topics shown beside the search field; more topics get their own line.
 */
const TOPICS_BESIDE = 2;

export type ListFilter = { filter: string; topics: number[] };

type ListFilterBarProps = {
  /** The filter currently in effect. */
  applied: ListFilter;
  /** Selectable thematic fields; null for kinds that have no thematic fields. */
  topicOptions: readonly MultiSelectOption[] | null;
  /** False while `topicOptions` contains only the selected thematic fields. */
  areTopicsComplete?: boolean;
  /** Placeholder of the search field, which names some of what is searched; `searches` names all. */
  placeholder: string;
  searches?: string;
  onApply: (filter: ListFilter) => void;
  onReset: () => void;
};

const asText = ({ filter, topics }: ListFilter) => JSON.stringify([filter.trim(), topics]);

/**
 * Filters a list by text and thematic fields (spec §2). Typed text applies after a second without
 * typing; Enter, the button and choosing a topic apply immediately. Late responses do not overwrite
 * typed text; only a filter set in another way (Back button, a link) does.
 */
export function ListFilterBar({ applied, onApply, onReset, ...props }: ListFilterBarProps) {
  const { topicOptions, areTopicsComplete = true, placeholder, searches } = props;
  const t = useTranslations("common");
  const tr = useTranslations("records");
  const id = useId();
  const { attributes, withKey } = useShortcut("/");
  const [draft, setDraft] = useState(applied);
  const [requestedText, setRequestedText] = useState(asText(applied));
  const [appliedText, setAppliedText] = useState(asText(applied));

  if (appliedText !== asText(applied)) {
    setAppliedText(asText(applied));
    if (asText(applied) !== requestedText) {
      setRequestedText(asText(applied));
      setDraft(applied);
    }
  }

  const apply = (filter: ListFilter) => {
    setRequestedText(asText(filter));
    onApply({ ...filter, filter: filter.filter.trim() });
  };

  const applyLater = useEffectEvent(() => {
    if (asText(draft) !== requestedText) apply(draft);
  });
  useEffect(() => {
    const timer = setTimeout(applyLater, SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [draft]);

  const textRef = useRef<HTMLInputElement>(null);
  const adoptTypedText = useEffectEvent(() => {
    // Takes over text typed before hydration.
    const typed = textRef.current?.value ?? "";
    if (typed !== draft.filter) setDraft({ ...draft, filter: typed });
  });
  useEffect(() => adoptTypedText(), []);

  function submit(event: FormEvent) {
    event.preventDefault();
    apply(draft);
  }

  function reset() {
    const empty = { filter: "", topics: [] };
    setDraft(empty);
    setRequestedText(asText(empty));
    onReset();
  }

  return (
    <form
      role="search"
      aria-label={tr("filter_bar")}
      onSubmit={submit}
      className="flex flex-wrap items-start gap-2 p-3 pb-2 max-sm:p-2 md:px-4"
    >
      <div className="relative min-w-0 flex-1 basis-48 max-sm:basis-32">
        <label htmlFor={`${id}-text`} className="sr-only">
          {tr("filter_label")}
        </label>
        <Icon
          name="icon-search"
          className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-ink-muted"
        />
        <TextInput
          {...attributes}
          ref={textRef}
          id={`${id}-text`}
          type="search"
          name="filter"
          autoComplete="off"
          value={draft.filter}
          maxLength={FILTER_MAX_LENGTH}
          placeholder={placeholder}
          title={withKey(searches ?? t("search"))}
          onChange={(event) => setDraft({ ...draft, filter: event.target.value })}
          className="pl-8.5 text-ellipsis"
        />
      </div>
      {topicOptions && (
        <div
          data-folds
          className={clsx(
            "relative min-w-0 flex-1",
            // Many topics would form a tall column between the other two controls.
            draft.topics.length > TOPICS_BESIDE
              ? "order-last basis-full"
              : "basis-40 max-sm:order-last max-sm:basis-full",
          )}
        >
          <MultiSelect
            aria-label={tr("topics_label")}
            placeholder={tr("topics_placeholder")}
            options={topicOptions}
            busy={!areTopicsComplete}
            value={draft.topics}
            onChange={(topics) => {
              setDraft({ ...draft, topics });
              apply({ ...draft, topics });
            }}
          />
        </div>
      )}
      <div className="flex gap-2 max-sm:gap-1">
        <Button type="submit" title={t("search")} icon={<Icon name="icon-search" className="size-4" />}>
          <span className="tool-label">{t("search")}</span>
        </Button>
        <Button
          variant="ghost"
          onClick={reset}
          title={t("reset")}
          icon={<Icon name="icon-rotate-ccw" className="size-4" />}
        >
          <span className="tool-label">{t("reset")}</span>
        </Button>
      </div>
    </form>
  );
}
