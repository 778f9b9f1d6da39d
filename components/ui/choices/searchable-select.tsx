"use client";

import { Combobox } from "@base-ui/react/combobox";
import { useMemo, useState, type Ref } from "react";
import { ComboboxList, ComboboxOption, NoMatches, ShowOptions } from "./combobox-list";
import type { ControlProps } from "../labelled-field";
import { matchesFolded } from "@/lib/model/pure/folded-matches";
import { Icon } from "../icon";

type Choice = { value: number; label: string };

type SearchableSelectProps = ControlProps & {
  options: readonly Choice[];
  value: number | null;
  onChange: (value: number | null) => void;
  onBlur?: () => void;
  /**
   * Placeholder of the empty control. Without it, the control cannot be emptied: deleting the text
   * does not clear the choice.
   */
  emptyLabel?: string;
  "aria-labelledby"?: string;
  name?: string;
  /** Ref to the input, so that a form can focus the first field with an error. */
  ref?: Ref<HTMLInputElement>;
};

const matches = (option: Choice, query: string) => matchesFolded(option.label, query);
const isSame = (a: Choice, b: Choice) => a.value === b.value;

/** Reasons of a text change by typing, as opposed to choosing an option or closing the list. */
const TYPING = new Set<string>(["input-change", "input-clear"]);

/**
 * Single select for many options. Typing filters the options, regardless of case and umlaut
 * spelling.
 */
export function SearchableSelect({ options, value, onChange, onBlur, emptyLabel, ...control }: SearchableSelectProps) {
  const chosen = useMemo(
    () => (value === null ? null : (options.find((option) => option.value === value) ?? { value, label: "" })),
    [options, value],
  );
  /** The typed text; null while the control shows the chosen option. */
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <Combobox.Root
      items={options}
      value={chosen}
      inputValue={typed ?? chosen?.label ?? ""}
      onInputValueChange={(text, { reason }) => setTyped(TYPING.has(reason) ? text : null)}
      onOpenChange={(isOpen) => !isOpen && setTyped(null)}
      onValueChange={(next: Choice | null, details) => {
        // Escape closes the option list; it must not clear the choice.
        const keeps = details.reason === "escape-key" || (next === null && emptyLabel === undefined);
        if (keeps) details.cancel();
        else onChange(next?.value ?? null);
      }}
      isItemEqualToValue={isSame}
      filter={matches}
      autoHighlight
    >
      <Combobox.InputGroup className="relative block">
        <Combobox.Input
          {...control}
          placeholder={emptyLabel}
          // Selects the whole text, so that typing replaces the choice.
          onClick={({ currentTarget }) => currentTarget.value === chosen?.label && currentTarget.select()}
          onFocus={({ currentTarget }) => currentTarget.select()}
          onBlur={() => {
            setTyped(null);
            onBlur?.();
          }}
          className="control pr-8 text-ellipsis"
        />
        <ShowOptions />
      </Combobox.InputGroup>
      <ComboboxList note={<NoMatches />}>
        {(option: Choice) => (
          <ComboboxOption key={option.value} value={option}>
            <span className="min-w-0 flex-1">{option.label}</span>
            <Combobox.ItemIndicator className="mt-0.5 text-accent">
              <Icon name="icon-check" className="size-4" />
            </Combobox.ItemIndicator>
          </ComboboxOption>
        )}
      </ComboboxList>
    </Combobox.Root>
  );
}
