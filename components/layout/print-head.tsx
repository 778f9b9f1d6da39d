"use client";

import { useEffect, useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { TextInput } from "@/components/ui/text-input";
import { PRINT_TITLE, PRINT_TITLE_MAX_LENGTH } from "@/lib/features/exports/print-title";

type PrintHeadProps = {
  university: string;
  /** The page's own heading, which a title replaces. */
  heading: string;
  /** The title in the address; empty if there is none. */
  title: string;
  /** What is printed, in words. */
  about: readonly string[];
  /** What the heading says in addition to `about`; a title leaves it to the line below. */
  headingDetail?: string;
  /** The page's messages are not sent to browsers: these are the only ones that controls need. */
  words: { print: string; title: string };
};

/** Puts a title into the address, so that a link or bookmark prints the page with it. */
function saveTitle(title: string) {
  const address = new URL(window.location.href);
  if (title) address.searchParams.set(PRINT_TITLE, title);
  else address.searchParams.delete(PRINT_TITLE);
  if (address.href !== window.location.href) window.history.replaceState(null, "", address);
}

/**
 * Head of a printed page: a bar, which is not printed, with a field for a title and a button that opens
 * the print dialog, and the printed heading. Opens the dialog when the page has loaded.
 */
export function PrintHead({ university, heading, title, about, headingDetail, words }: PrintHeadProps) {
  const [text, setText] = useState(title);
  const id = useId();
  const shown = text.trim();
  useEffect(() => window.print(), []);
  return (
    <>
      <form
        className="mb-4 flex flex-wrap items-end gap-3 print:hidden"
        onSubmit={(event) => {
          event.preventDefault();
          saveTitle(shown);
          window.print();
        }}
      >
        <div className="min-w-0 grow basis-64">
          <label htmlFor={id} className="mb-1 block text-sm font-semibold">
            {words.title}
          </label>
          <TextInput
            id={id}
            name={PRINT_TITLE}
            value={text}
            placeholder={heading}
            maxLength={PRINT_TITLE_MAX_LENGTH}
            autoComplete="off"
            onChange={({ target }) => {
              setText(target.value);
              // Browsers suggest it as the name of a PDF.
              document.title = target.value.trim() || heading;
            }}
            onBlur={() => saveTitle(shown)}
          />
        </div>
        <Button type="submit" icon={<Icon name="icon-printer" className="size-4" />}>
          {words.print}
        </Button>
      </form>
      <p className="text-sm text-ink-muted">{university}</p>
      <h1 className="text-2xl font-bold [overflow-wrap:anywhere]">{shown || heading}</h1>
      <p className="mt-1 mb-3 text-sm">{[...(shown && headingDetail ? [headingDetail] : []), ...about].join(" · ")}</p>
    </>
  );
}
