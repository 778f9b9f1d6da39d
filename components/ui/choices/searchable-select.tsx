"use client";

import { Combobox } from "@base-ui/react/combobox";
import { useMemo, useState, type Ref } from "react";
import { ComboboxList, ComboboxOption, NoMatches, ShowOptions } from "./combobox-list";
import type { ControlProps } from "../field";
import { matchesFolded } from "../fold";
import { Icon } from "../icon";

type Choice = { value: number; label: string };

type SearchableSelectProps = ControlProps & {
  options: readonly Choice[];
  value: number | null;
  onChange: (value: number | null) => void;
  onBlur?: () => void;
  /** Stands in the empty control; without it there is always a choice, and emptying the text takes none away. */
  emptyLabel?: string;
  "aria-labelledby"?: string;
  name?: string;
  /** The input, for a form that moves the focus to its first error. */
  ref?: Ref<HTMLInputElement>;
};

const matches = (option: Choice, query: string) => matchesFolded(option.label, query);
const isSame = (a: Choice, b: Choice) => a.value === b.value;

/** Why the text changes when somebody types, and not because something was picked or the list has closed. */
const TYPING = new Set<string>(["input-change", "input-clear"]);

/** A select for long lists: what is typed narrows the list, whatever the case and the way of writing an umlaut. */
export function SearchableSelect({ options, value, onChange, onBlur, emptyLabel, ...control }: SearchableSelectProps) {
  const chosen = useMemo(
    () => (value === null ? null : (options.find((option) => option.value === value) ?? { value, label: "" })),
    [options, value],
  );
  /** What is being typed; null while the control shows its choice. */
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <Combobox.Root
      items={options}
      value={chosen}
      inputValue={typed ?? chosen?.label ?? ""}
      onInputValueChange={(text, { reason }) => setTyped(TYPING.has(reason) ? text : null)}
      onOpenChange={(isOpen) => !isOpen && setTyped(null)}
      onValueChange={(next: Choice | null, details) => {
        // Escape closes the list and takes nothing away.
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
          // What is typed takes the place of the choice, as in a select; nobody mends the name of an institute here.
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
