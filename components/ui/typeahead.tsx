"use client";

import { Combobox } from "@base-ui/react/combobox";
import { Check, Search as SearchIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { TYPEAHEAD_MIN_LENGTH } from "@/lib/limits";
import { ComboboxList, ComboboxOption, FOOT_CLASSES, NOTE_CLASSES } from "./combobox-list";
import { Spinner } from "./spinner";

export type TypeaheadItem = {
  id: number;
  label: string;
  /** A second, quieter line: an e-mail, a place. */
  detail?: string;
  /** A short remark at the end of the line, which marks a hit that is there already. */
  hint?: string;
};

/** The best hits, and how many there are besides. */
export type Hits<Item> = { hits: readonly Item[]; more: number };

/** Asks for the hits; the signal fires when the reader has typed on. */
type Search<Item> = (text: string, signal: AbortSignal) => Promise<Hits<Item>>;

type SearchResult<Item> = Hits<Item> & { status: "idle" | "searching" | "done" | "failed" };

const NOTHING = { hits: [], more: 0 };

const TYPING_PAUSE_MS = 200;

/**
 * Searches for what is typed after a short pause. A newer text aborts the older search, so that answers never overtake
 * each other. Hits of an older text are never shown: a quick Enter must not pick one.
 */
function useSearch<Item>(wanted: string, search: Search<Item>): SearchResult<Item> {
  const [answer, setAnswer] = useState<SearchResult<Item> & { text: string }>({ status: "idle", ...NOTHING, text: "" });
  const searchRef = useRef(search);
  useEffect(() => {
    searchRef.current = search;
  });
  const longEnough = wanted.length >= TYPEAHEAD_MIN_LENGTH;

  useEffect(() => {
    if (!longEnough) return;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      searchRef
        .current(wanted, controller.signal)
        .then((found) => !controller.signal.aborted && setAnswer({ status: "done", ...found, text: wanted }))
        .catch(() => !controller.signal.aborted && setAnswer({ status: "failed", ...NOTHING, text: wanted }));
    }, TYPING_PAUSE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [wanted, longEnough]);

  if (!longEnough) return { status: "idle", ...NOTHING };
  return answer.text === wanted ? answer : { status: "searching", ...NOTHING };
}

type TypeaheadProps<Item extends TypeaheadItem> = {
  search: Search<Item>;
  onPick: (item: Item) => void;
  /** Says how many hits there are besides those that are shown. */
  moreText: (count: number) => string;
  id?: string;
  "aria-label"?: string;
  "aria-labelledby"?: string;
  placeholder: string;
};

/** A box that searches while one types and hands over the hit that is picked. */
export function Typeahead<Item extends TypeaheadItem>({ search, onPick, moreText, ...input }: TypeaheadProps<Item>) {
  const t = useTranslations("common");
  const notices = useTranslations("notices");
  const [text, setText] = useState("");
  const wanted = text.trim();
  const { status, hits, more } = useSearch(wanted, search);

  function note() {
    if (wanted === "") return null;
    if (wanted.length < TYPEAHEAD_MIN_LENGTH) return t("type_more", { min: TYPEAHEAD_MIN_LENGTH });
    if (status === "failed") return notices("error_api");
    if (hits.length > 0) return null;
    return status === "done" ? t("no_matches") : t("searching");
  }

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
      onValueChange={(item: Item | null) => {
        if (!item) return;
        onPick(item);
        setText("");
      }}
      itemToStringLabel={(item: Item) => item.label}
      openOnInputClick={false}
      autoHighlight
    >
      <Combobox.InputGroup className="relative">
        <SearchIcon
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-ink-muted"
        />
        <Combobox.Input {...input} className="control pr-8 pl-8.5" />
        {status === "searching" && <Spinner className="absolute top-1/2 right-2.5 -mt-2 text-ink-muted" />}
      </Combobox.InputGroup>
      <ComboboxList
        note={<Combobox.Status className={NOTE_CLASSES}>{note()}</Combobox.Status>}
        foot={<Combobox.Status className={FOOT_CLASSES}>{more > 0 && moreText(more)}</Combobox.Status>}
        busy={status === "searching"}
        hidden={wanted === ""}
      >
        {(item: Item) => (
          <ComboboxOption key={item.id} value={item}>
            <span className="min-w-0 flex-1">
              {item.label}
              {item.detail && <span className="block text-sm text-ink-muted">{item.detail}</span>}
            </span>
            {item.hint && (
              <span className="inline-flex shrink-0 items-center gap-1 text-sm text-ink-muted">
                <Check aria-hidden="true" className="size-4 text-success" />
                {item.hint}
              </span>
            )}
          </ComboboxOption>
        )}
      </ComboboxList>
    </Combobox.Root>
  );
}
