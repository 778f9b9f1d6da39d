"use client";

import { Combobox } from "@base-ui/react/combobox";
import { Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { TYPEAHEAD_MIN_LENGTH } from "@/lib/limits";
import { LIST_CLASSES, LIST_NOTE_CLASSES, LIST_POPUP_CLASSES, OPTION_CLASSES } from "./combobox-styles";
import { Spinner } from "./spinner";
import type { TypeaheadItem, TypeaheadProps } from "./typeahead";
import { useSearch } from "./use-search";

/** The control itself; use it through `Typeahead`. */
export function TypeaheadControl({
  search,
  onPick,
  minLength = TYPEAHEAD_MIN_LENGTH,
  placeholder,
  disabled = false,
  ...control
}: TypeaheadProps<TypeaheadItem>) {
  const t = useTranslations("common");
  const notices = useTranslations("notices");
  const [text, setText] = useState("");
  const { status, hits } = useSearch(text, minLength, search);

  const length = text.trim().length;
  const note =
    length === 0
      ? null
      : length < minLength
        ? t("type_more", { min: minLength })
        : status === "failed"
          ? notices("error_api")
          : status === "done"
            ? hits.length === 0 && t("no_matches")
            : hits.length === 0 && t("searching");

  return (
    <Combobox.Root
      items={hits}
      filter={null}
      value={null}
      inputValue={text}
      // Only what the reader types: when the list has closed, the box would otherwise be emptied under fast fingers.
      onInputValueChange={(typed, { reason }) => {
        if (reason === "input-change" || reason === "input-clear" || reason === "escape-key") setText(typed);
      }}
      onValueChange={(item: TypeaheadItem | null) => {
        if (!item) return;
        onPick(item);
        setText("");
      }}
      itemToStringLabel={(item: TypeaheadItem) => item.label}
      openOnInputClick={false}
      autoHighlight
      disabled={disabled}
    >
      <Combobox.InputGroup className="relative">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-ink-muted"
        />
        <Combobox.Input {...control} placeholder={placeholder} className="control pr-8 pl-8.5" />
        {status === "searching" && <Spinner className="absolute top-1/2 right-2.5 -mt-2 text-ink-muted" />}
      </Combobox.InputGroup>
      <Combobox.Portal>
        <Combobox.Positioner sideOffset={4} className="z-50 outline-none" hidden={length === 0}>
          <Combobox.Popup className={LIST_POPUP_CLASSES} aria-busy={status === "searching" || undefined}>
            <Combobox.Status className={LIST_NOTE_CLASSES}>{note}</Combobox.Status>
            <Combobox.List className={LIST_CLASSES}>
              {(item: TypeaheadItem) => (
                <Combobox.Item key={item.id} value={item} disabled={item.disabled} className={OPTION_CLASSES}>
                  <span className="min-w-0 flex-1">
                    {item.label}
                    {item.detail && <span className="block text-sm text-ink-muted">{item.detail}</span>}
                  </span>
                  {item.hint && <span className="shrink-0 text-sm text-ink-muted">{item.hint}</span>}
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}
