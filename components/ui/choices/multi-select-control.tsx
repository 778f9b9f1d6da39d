"use client";

import { Combobox } from "@base-ui/react/combobox";
import { useTranslations } from "next-intl";
import { useEffect, useMemo, useRef, useState } from "react";
import { TYPEAHEAD_HITS } from "@/lib/model/limits";
import { ComboboxList, ComboboxOption, NOTE_CLASSES, NoMatches, ShowOptions } from "./combobox-list";
import { foldCollapsed } from "@/lib/model/pure/fold";
import { matchesFolded } from "@/lib/model/pure/folded-matches";
import { Icon } from "../icon";
import type { MultiSelectOption, MultiSelectProps } from "./multi-select";

/** Value of the last option, which creates the typed entry; no real option has this value. */
const OFFER = Number.MIN_SAFE_INTEGER;

const matches = ({ label, words = [] }: MultiSelectOption, query: string) =>
  [label, ...words].some((name) => matchesFolded(name, query));
const isSame = (a: MultiSelectOption, b: MultiSelectOption) => a.value === b.value;

/** Implementation of `MultiSelect`, which loads it lazily. Other modules use `MultiSelect`. */
export function MultiSelectControl({
  options,
  busy = false,
  value,
  onChange,
  onBlur,
  placeholder,
  creating,
  ref,
  ...control
}: MultiSelectProps) {
  const t = useTranslations("common");
  const selected = useMemo(
    () => value.map((id) => options.find((option) => option.value === id) ?? { value: id, label: String(id) }),
    [options, value],
  );
  const group = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const query = typed.trim();
  const matching = creating && query ? options.filter((option) => matches(option, query)) : [];
  const exists = matching.some(({ label }) => foldCollapsed(label) === foldCollapsed(query));
  const offer =
    creating && query && !exists && matching.length <= TYPEAHEAD_HITS
      ? { value: OFFER, label: creating.text(query) }
      : null;

  function create() {
    setOpen(false);
    setTyped("");
    creating?.create(query);
  }

  // If the control was focused before this code was loaded, the user clicked it to open the list.
  useEffect(() => {
    if (group.current?.contains(document.activeElement)) setOpen(true);
  }, []);
  return (
    <Combobox.Root
      multiple
      open={isOpen}
      onOpenChange={setOpen}
      items={offer ? [...options, offer] : options}
      inputValue={typed}
      onInputValueChange={setTyped}
      value={selected}
      onValueChange={(next, details) => {
        // Escape closes the option list; it must not clear the selection.
        if (details.reason === "escape-key") details.cancel();
        else if (next.some(({ value: id }) => id === OFFER)) create();
        else onChange(next.map((option) => option.value));
      }}
      isItemEqualToValue={isSame}
      filter={(option: MultiSelectOption, query: string) => option.value === OFFER || matches(option, query)}
      autoHighlight
    >
      <Combobox.InputGroup
        ref={group}
        className="relative flex control cursor-text flex-wrap items-center gap-1 py-1 pr-8 pl-1.5"
      >
        <Combobox.Chips className="contents">
          {selected.map((option) => (
            <Combobox.Chip
              key={option.value}
              aria-label={option.label}
              className="flex min-h-6.5 max-w-full cursor-default items-center gap-0.5 rounded-sm bg-accent-soft pl-1.5 text-sm leading-tight outline-none focus-within:outline-2 focus-within:outline-focus data-highlighted:outline-2 data-highlighted:outline-focus"
            >
              <span className="min-w-0 py-0.5">{option.label}</span>
              <Combobox.ChipRemove
                aria-label={t("remove_item", { label: option.label })}
                className="grid size-6 shrink-0 place-items-center rounded-sm text-ink-muted hover:text-ink pointer-coarse:size-8"
              >
                <Icon name="icon-x" className="size-3.5" />
              </Combobox.ChipRemove>
            </Combobox.Chip>
          ))}
          <Combobox.Input
            {...control}
            ref={ref}
            onBlur={onBlur}
            placeholder={selected.length === 0 ? placeholder : undefined}
            className="min-h-6.5 min-w-16 flex-1 bg-transparent px-1 outline-none"
          />
        </Combobox.Chips>
        <ShowOptions />
      </Combobox.InputGroup>
      <ComboboxList busy={busy} note={busy ? <div className={NOTE_CLASSES}>{t("loading")}</div> : <NoMatches />}>
        {(option: MultiSelectOption) => (
          <ComboboxOption key={option.value} value={option}>
            {option.value === OFFER ? (
              <Icon name="icon-plus" className="mt-0.5 size-4 text-accent" />
            ) : (
              <span className="mt-0.5 grid size-4 shrink-0 place-items-center rounded-sm border border-line-strong">
                <Combobox.ItemIndicator className="grid size-4 place-items-center rounded-sm bg-accent text-on-accent">
                  <Icon name="icon-check" className="size-3.5" />
                </Combobox.ItemIndicator>
              </span>
            )}
            {option.label}
          </ComboboxOption>
        )}
      </ComboboxList>
    </Combobox.Root>
  );
}
