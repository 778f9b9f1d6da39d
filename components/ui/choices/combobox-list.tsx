"use client";

import { Combobox } from "@base-ui/react/combobox";
import clsx from "clsx";
import { useTranslations } from "next-intl";
import { type ComponentProps, type ReactNode, useRef } from "react";
import { Icon } from "../icon";
import { PageInReach } from "../page-in-reach";

/** Classes of the line that explains why the option list is empty. */
export const NOTE_CLASSES = "px-2.5 py-2 text-sm text-ink-muted empty:hidden";

/** Classes of the line below the option list that states the number of further matches. */
export const FOOT_CLASSES = "empty:hidden border-t border-line px-2.5 py-1.5 text-sm text-ink-muted";

type ComboboxListProps = Omit<ComponentProps<typeof Combobox.Positioner>, "children"> & {
  note: ReactNode;
  foot?: ReactNode;
  /** True for a few options that are all to be seen at once, as far as the window has room. */
  isWhole?: boolean;
  busy?: boolean;
  children: ComponentProps<typeof Combobox.List>["children"];
};

/** Option list of a combobox, with a note above and a footer below. */
export function ComboboxList({
  note,
  foot,
  isWhole = false,
  busy = false,
  children,
  ...positioner
}: ComboboxListProps) {
  const containerRef = useRef<HTMLElement>(null);
  // The list is rendered into the landmark or dialog that contains the input, where screen readers
  // expect it.
  const setContainer = (element: HTMLElement | null) => {
    containerRef.current = element?.closest<HTMLElement>("main, [role=dialog]") ?? null;
  };
  return (
    <>
      <span ref={setContainer} hidden />
      <Combobox.Portal container={containerRef}>
        <Combobox.Positioner {...positioner} align="start" sideOffset={4} className="z-50 outline-none">
          <Combobox.Popup
            render={({ children: content, ...popup }, { open }) => (
              <div {...popup}>
                {open && <PageInReach />}
                {content}
              </div>
            )}
            aria-busy={busy || undefined}
            className={clsx(
              "flex max-h-(--available-height) flex-col rounded-md border border-line bg-surface text-ink shadow-popup",
              "transition-opacity duration-100 data-ending-style:opacity-0 data-starting-style:opacity-0",
              // Wider than a narrow input, where long names would take five lines each.
              isWhole
                ? "w-max max-w-[min(30rem,var(--available-width))] min-w-(--anchor-width)"
                : "w-(--anchor-width) max-w-(--available-width)",
            )}
          >
            {note}
            <Combobox.List
              className={clsx(
                "min-h-0 scroll-py-1 overflow-y-auto overscroll-contain py-1 outline-none data-empty:p-0",
                !isWhole && "max-h-80",
              )}
            >
              {children}
            </Combobox.List>
            {foot}
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </>
  );
}

export function ComboboxOption(props: Omit<ComponentProps<typeof Combobox.Item>, "className">) {
  return (
    <Combobox.Item
      {...props}
      className="flex min-h-8 cursor-default items-start gap-2 px-2.5 py-1.5 leading-5 outline-none select-none data-highlighted:bg-accent-soft pointer-coarse:min-h-11"
    />
  );
}

/** Arrow button that opens all options of a combobox. It is not a tab stop, as the input is one. */
export function ShowOptions() {
  const t = useTranslations("common");
  return (
    <Combobox.Trigger
      aria-label={t("show_options")}
      tabIndex={-1}
      className="absolute top-0 right-0 grid h-full w-8 place-items-center text-ink-muted hover:text-ink disabled:opacity-50 pointer-coarse:w-11"
    >
      <Icon name="icon-chevron-down" className="size-4" />
    </Combobox.Trigger>
  );
}

/** Message displayed if no option matches. */
export function NoMatches() {
  const t = useTranslations("common");
  return (
    <Combobox.Empty>
      <div className={NOTE_CLASSES}>{t("no_matches")}</div>
    </Combobox.Empty>
  );
}
