"use client";

import { Combobox } from "@base-ui/react/combobox";
import { useTranslations } from "next-intl";
import { useMemo, useState, type Ref } from "react";
import { ComboboxList, ComboboxOption, FOOT_CLASSES, NOTE_CLASSES, NoMatches, ShowOptions } from "./combobox-list";
import type { ControlProps } from "../labelled-field";
import { groupBy } from "@/lib/model/pure/group-by";
import { matchesFolded } from "@/lib/model/pure/folded-matches";
import { Icon } from "../icon";

/** An option; `words` are further names by which typed text finds it, `group` is the heading above it and its like. */
type Choice = { value: number; label: string; words?: readonly string[]; group?: string };

type Group = { value: string; items: readonly Choice[] };

export type SearchableSelectProps = Partial<ControlProps> & {
  options: readonly Choice[];
  /** Instead of all options, those shown while nothing is typed; the list then says that there are more. */
  suggested?: readonly Choice[];
  /** True while the options are loading. */
  busy?: boolean;
  onFocus?: () => void;
  value: number | null;
  onChange: (value: number | null) => void;
  onBlur?: () => void;
  /**
   * Placeholder of the empty control. Without it, the control cannot be emptied: deleting the text
   * does not clear the choice.
   */
  emptyLabel?: string;
  "aria-label"?: string;
  "aria-labelledby"?: string;
  name?: string;
  /** True to open the list at once; `initialText` is what was typed before the control was there. */
  startsOpen?: boolean;
  initialText?: string;
  /** Ref to the input, so that a form can focus the first field with an error. */
  ref?: Ref<HTMLInputElement>;
};

/** Maximum number of matching options shown of a list that has suggested ones. */
const SHOWN = 10;

const matches = ({ label, words = [] }: Choice, query: string) =>
  [label, ...words].some((name) => matchesFolded(name, query));
/** Returns the options under their headings, if they have any. */
function grouped(options: readonly Choice[]): readonly (Choice | Group)[] {
  if (!options.some(({ group }) => group !== undefined)) return options;
  return [...groupBy(options, ({ group = "" }) => group)].map(([value, items]) => ({ value, items }));
}

const isSame = (a: Choice, b: Choice) => a.value === b.value;

/** Reasons of a text change by typing, as opposed to choosing an option or closing the list. */
const TYPING = new Set<string>(["input-change", "input-clear"]);

/**
 * Single select for many options. Typing filters the options, regardless of case and umlaut
 * spelling.
 */
export function SearchableSelect(props: SearchableSelectProps) {
  const { options, suggested, busy = false, value, onChange, onBlur, onFocus, emptyLabel, ...rest } = props;
  const { startsOpen, initialText, ...control } = rest;
  const t = useTranslations("common");
  const chosen = useMemo(
    () => (value === null ? null : (options.find((option) => option.value === value) ?? { value, label: "" })),
    [options, value],
  );
  /** The typed text; null while the control shows the chosen option. */
  const [typed, setTyped] = useState<string | null>(initialText || null);
  const isTyping = (typed ?? "").trim() !== "";
  return (
    <Combobox.Root
      items={suggested && !isTyping ? suggested : grouped(options)}
      defaultOpen={startsOpen}
      limit={suggested ? SHOWN : undefined}
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
          onFocus={({ currentTarget }) => {
            currentTarget.select();
            onFocus?.();
          }}
          onBlur={() => {
            setTyped(null);
            onBlur?.();
          }}
          className="control pr-8 text-ellipsis"
        />
        <ShowOptions />
      </Combobox.InputGroup>
      <ComboboxList
        busy={busy}
        note={busy ? <div className={NOTE_CLASSES}>{t("loading")}</div> : <NoMatches />}
        foot={
          suggested && !isTyping && <div className={FOOT_CLASSES}>{t("type_to_search", { count: options.length })}</div>
        }
      >
        {(entry: Choice | Group) =>
          "items" in entry ? (
            <Combobox.Group key={entry.value} items={entry.items}>
              <Combobox.GroupLabel className="px-2.5 pt-2 pb-1 text-xs font-semibold text-ink-muted">
                {entry.value}
              </Combobox.GroupLabel>
              <Combobox.Collection>{option}</Combobox.Collection>
            </Combobox.Group>
          ) : (
            option(entry)
          )
        }
      </ComboboxList>
    </Combobox.Root>
  );
}

const option = (choice: Choice) => (
  <ComboboxOption key={choice.value} value={choice}>
    <span className="min-w-0 flex-1">{choice.label}</span>
    <Combobox.ItemIndicator className="mt-0.5 text-accent">
      <Icon name="icon-check" className="size-4" />
    </Combobox.ItemIndicator>
  </ComboboxOption>
);
