"use client";

import { Autocomplete } from "@base-ui/react/autocomplete";
import { Dialog } from "@base-ui/react/dialog";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useMemo, useRef, useState, type KeyboardEvent, type RefObject } from "react";
import { Button, IconButton } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { Spinner } from "@/components/ui/spinner";
import { useSearch } from "@/components/ui/choices/use-search";
import type { hitsByKind } from "@/lib/model/answers/search-answers";
import { request } from "@/lib/base/browser/api-client";
import { FILES_PATH } from "@/lib/features/files/files-query";
import { FILE_KIND } from "@/lib/model/files/file-kind";
import { FILTER_MAX_LENGTH, SEARCH_MIN_LENGTH } from "@/lib/model/limits";
import { foundGroups, bestNames, namedGroups, type PaletteEntry, type PaletteGroup } from "./palette-entries";
import { PaletteOption } from "./palette-option";
import type { SearchedKind } from "./palette-kinds";
import type { PaletteProps } from "./palette-trigger";
import { useOffered } from "./use-offered";

type PaletteListProps = PaletteProps & {
  inputRef: RefObject<HTMLInputElement | null>;
  takeTyped: () => string;
  onChoose: (entry: PaletteEntry) => void;
};

const searchEverything = (text: string, signal: AbortSignal) =>
  request<typeof hitsByKind>("GET", `/api/search?search=${encodeURIComponent(text)}`, { signal });

/**
 * Search field and entries of the palette: first what the text names, of which Enter opens the first,
 * then other search results, which open only when the user has chosen them.
 */
export function PaletteList({ inputRef, takeTyped, onChoose, ...props }: PaletteListProps) {
  const t = useTranslations("frame.palette");
  const tc = useTranslations("common");
  const te = useTranslations("errors");
  const offered = useOffered(props);
  const [text, setText] = useState("");
  const query = text.trim();
  const [{ status, answer }, searchAgain] = useSearch(query, searchEverything, SEARCH_MIN_LENGTH);
  const one = useTranslations("history.kinds")("files");
  const many = useTranslations("files")("title");
  const kinds = useMemo(
    (): SearchedKind[] => [...props.kinds, { kind: FILE_KIND, section: "files", list: FILES_PATH, one, many }],
    [props.kinds, one, many],
  );

  const [groups, first] = useMemo(() => {
    const headings = { named: t("names"), recent: t("recent"), pages: t("pages"), actions: t("actions") };
    const found = answer ?? [];
    const named = namedGroups({ ...offered, named: bestNames(found, kinds, query) }, headings, query);
    const above = named.flatMap(({ items }) => items);
    const moreText = (count: number, isAtLeast: boolean) => t(isAtLeast ? "many_in_list" : "more_in_list", { count });
    return [[...named, ...foundGroups(found, kinds, { text: query, above, moreText })], above[0]];
  }, [offered, answer, kinds, query, t]);
  const count = groups.flatMap(({ items }) => items.filter(({ iconKey }) => iconKey !== "more")).length;

  /** The text for which Enter was pressed before its results were there. */
  const enteredText = useRef<string>(null);
  function noteEnter({ key, nativeEvent }: KeyboardEvent) {
    if (key === "Enter" && !nativeEvent.isComposing && status === "searching" && !first) enteredText.current = query;
  }
  const openFirst = useEffectEvent(() => {
    const isEntered = enteredText.current === query;
    enteredText.current = null;
    if (isEntered && first) onChoose(first);
  });
  useEffect(() => {
    if (status !== "searching") openFirst();
  }, [status]);

  function noteText() {
    if (status === "searching") return tc("searching");
    if (status === "failed") return t("failed");
    if (query.length === 0) return null;
    if (query.length < SEARCH_MIN_LENGTH) return t("type_more", { min: SEARCH_MIN_LENGTH });
    return count === 0 ? t("nothing", { text: query }) : t("results", { count });
  }

  return (
    <Autocomplete.Root
      inline
      open
      items={groups}
      mode="none"
      value={text}
      // Ignores the text of a chosen entry, as choosing an entry closes the palette.
      onValueChange={(typed, { reason }) => {
        if (reason !== "input-change" && reason !== "input-clear") return;
        enteredText.current = null;
        setText(typed);
      }}
      itemToStringValue={({ label }: PaletteEntry) => label}
      autoHighlight={first !== undefined && "always"}
      keepHighlight
    >
      <div className="flex items-center gap-2 border-b border-line py-1 pr-2 pl-4">
        <Icon name="icon-search" className="size-4.5 text-ink-muted" />
        <Autocomplete.Input
          ref={inputRef}
          onFocus={() => {
            const typed = takeTyped();
            if (typed) setText((text) => text + typed);
          }}
          onKeyDown={noteEnter}
          aria-label={t("title")}
          placeholder={t("placeholder")}
          maxLength={FILTER_MAX_LENGTH}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          className="min-h-11 min-w-0 flex-1 bg-transparent text-lg outline-none"
        />
        {status === "searching" && <Spinner className="shrink-0 text-ink-muted" />}
        <Dialog.Close
          render={
            <IconButton
              label={tc("close")}
              tooltipSide="left"
              size="md"
              icon={<Icon name="icon-x" className="size-4.5" />}
            />
          }
        />
      </div>
      <div className="flex flex-wrap items-center gap-x-3 border-b border-line px-4 not-has-[>*:not(:empty)]:hidden">
        <Autocomplete.Status className="py-1.5 text-sm text-ink-muted empty:hidden">{noteText()}</Autocomplete.Status>
        {status === "failed" && (
          <Button size="sm" className="my-1" onClick={searchAgain}>
            {te("retry")}
          </Button>
        )}
      </div>
      <Autocomplete.List className="min-h-0 flex-1 scroll-py-2 overflow-y-auto overscroll-contain pb-2 outline-none data-empty:pb-0">
        {(group: PaletteGroup) => (
          <Autocomplete.Group key={group.heading} items={group.items}>
            <Autocomplete.GroupLabel className="px-4 pt-3 pb-1 text-xs font-semibold text-ink-muted">
              {group.heading}
            </Autocomplete.GroupLabel>
            <Autocomplete.Collection>
              {(entry: PaletteEntry) => <PaletteOption key={entry.key} entry={entry} onChoose={onChoose} />}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
      <p className="border-t border-line px-4 py-1.5 text-xs text-ink-muted pointer-coarse:hidden">{t("keys")}</p>
    </Autocomplete.Root>
  );
}
