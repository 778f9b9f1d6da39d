"use client";

import { Combobox } from "@base-ui/react/combobox";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { TYPEAHEAD_MIN_LENGTH } from "@/lib/model/limits";
import { ComboboxList, ComboboxOption, FOOT_CLASSES, NOTE_CLASSES } from "./combobox-list";
import { foldCollapsed } from "@/lib/model/pure/fold";
import { Icon } from "../icon";
import { Spinner } from "../spinner";
import { useSearch } from "./use-search";

export type TypeaheadItem = {
  id: number;
  label: string;
  /** A muted second line, such as an email address or a town. */
  detail?: string;
  /** A short text at the end of the line that marks a hit as already chosen. */
  hint?: string;
};

/** The best hits of a search, and the number of further hits. */
export type Hits<Item> = { hits: readonly Item[]; more: number };

/** Searches for a text; `signal` is aborted when the user continues to type. */
type Search<Item> = (text: string, signal: AbortSignal) => Promise<Hits<Item>>;

type TypeaheadProps<Item extends TypeaheadItem> = {
  search: Search<Item>;
  onPick: (item: Item) => void;
  moreText: (count: number) => string;
  id?: string;
  "aria-label"?: string;
  "aria-labelledby"?: string;
  placeholder: string;
  autoFocus?: boolean;
  /**
   * Offers to create an entry with the typed name if all hits are shown and none of them has this
   * name.
   */
  creating?: {
    text: (typed: string) => string;
    /** Resolves to true if the entry was created; otherwise the typed text remains. */
    create: (typed: string) => Promise<boolean>;
  };
  /** Offers to take all hits, including those that are not shown. */
  takingAll?: {
    /** @returns the text of the offer; null to offer nothing */
    text: (count: number) => string | null;
    take: (typed: string) => Promise<void>;
  };
  /**
   * Called with pasted text.
   * @returns true if the text was handled and must not be inserted
   */
  onPasteText?: (text: string) => boolean;
};

/** Ids of the options below the hits, which take all hits or create the typed entry. */
const [TAKE_ALL, CREATE] = [-1, 0] as const;
type Offer = { id: typeof TAKE_ALL | typeof CREATE; label: string; detail?: undefined; hint?: undefined };
const isOffer = (item: TypeaheadItem): item is Offer => item.id <= 0;

/** Search input with suggestions. */
export function Typeahead<Item extends TypeaheadItem>({
  search,
  onPick,
  moreText,
  creating,
  takingAll,
  onPasteText,
  ...input
}: TypeaheadProps<Item>) {
  const t = useTranslations("common");
  const notices = useTranslations("notices");
  const [text, setText] = useState("");
  const query = text.trim();
  const [{ status, answer }] = useSearch(query, search, TYPEAHEAD_MIN_LENGTH);
  const { hits, more } = answer ?? { hits: [], more: 0 };

  // If there are more hits than shown, the user may not have typed the full name yet.
  const exists = hits.some(({ label }) => foldCollapsed(label) === foldCollapsed(query));
  const offers: Offer[] = [];
  const allText = hits.length + more > 1 ? takingAll?.text(hits.length + more) : null;
  if (allText) offers.push({ id: TAKE_ALL, label: allText });
  if (status === "done" && creating && !exists && more === 0) {
    offers.push({ id: CREATE, label: creating.text(query) });
  }
  const items: readonly (Item | Offer)[] = [...hits, ...offers];

  const isCreating = useRef(false);
  async function create() {
    isCreating.current = true;
    const isCreated = await creating?.create(query);
    isCreating.current = false;
    if (isCreated) setText("");
  }

  function takeAll() {
    void takingAll?.take(query);
    setText("");
  }

  function note() {
    if (query === "") return null;
    if (query.length < TYPEAHEAD_MIN_LENGTH) return t("type_more", { min: TYPEAHEAD_MIN_LENGTH });
    if (status === "failed") return notices("error_api");
    if (hits.length > 0) return null;
    return status === "done" ? t("no_matches") : t("searching");
  }

  return (
    <Combobox.Root
      items={items}
      filter={null}
      value={null}
      inputValue={text}
      // Adopts only typed text: otherwise closing the option list would clear the input while the
      // user types.
      onInputValueChange={(typed, { reason }) => {
        const isTyped = reason === "input-change" || reason === "input-clear" || reason === "escape-key";
        if (isTyped && !isCreating.current) setText(typed);
      }}
      onValueChange={(item: Item | Offer | null) => {
        if (!item) return;
        if (item.id === TAKE_ALL) return takeAll();
        if (isOffer(item)) return void create();
        onPick(item);
        setText("");
      }}
      itemToStringLabel={(item: Item | Offer) => item.label}
      openOnInputClick={false}
      autoHighlight
    >
      <Combobox.InputGroup className="relative">
        <Icon
          name="icon-search"
          className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-ink-muted"
        />
        <Combobox.Input
          {...input}
          onPaste={(event) => {
            if (onPasteText?.(event.clipboardData.getData("text/plain"))) event.preventDefault();
          }}
          className="control pr-8 pl-8.5"
        />
        {status === "searching" && <Spinner className="absolute top-1/2 right-2.5 -mt-2 text-ink-muted" />}
      </Combobox.InputGroup>
      <ComboboxList
        note={<Combobox.Status className={NOTE_CLASSES}>{note()}</Combobox.Status>}
        foot={<Combobox.Status className={FOOT_CLASSES}>{more > 0 && moreText(more)}</Combobox.Status>}
        isWhole
        busy={status === "searching"}
        hidden={query === ""}
      >
        {(item: Item | Offer) => (
          <ComboboxOption key={item.id} value={item}>
            {isOffer(item) && (
              <Icon
                name={item.id === TAKE_ALL ? "icon-list-plus" : "icon-plus"}
                className="mt-0.5 size-4 text-accent"
              />
            )}
            <span className="min-w-0 flex-1">
              {item.label}
              {item.detail && <span className="block text-sm text-ink-muted">{item.detail}</span>}
            </span>
            {item.hint && (
              <span className="inline-flex shrink-0 items-center gap-1 text-sm text-ink-muted">
                <Icon name="icon-check" className="size-4 text-success" />
                {item.hint}
              </span>
            )}
          </ComboboxOption>
        )}
      </ComboboxList>
    </Combobox.Root>
  );
}
