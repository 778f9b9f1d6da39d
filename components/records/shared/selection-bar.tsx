"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";

type SelectionBarProps = {
  count: number;
  onClear: () => void;
  /** Further actions, rendered beside the number of selected rows. */
  beside?: ReactNode;
  /** Actions on the selected rows. */
  children: ReactNode;
};

/** Sticky bar with the number of selected rows and the actions on them. */
export function SelectionBar({ count, onClear, beside, children }: SelectionBarProps) {
  const t = useTranslations("records.bulk");
  return (
    <section
      aria-label={t("bar")}
      data-save-bar
      className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line bg-accent-soft px-3 py-2 md:px-4 print:hidden tall:sticky tall:bottom-0 tall:z-20"
    >
      <p aria-live="polite" className="tabular font-semibold">
        {t("selected", { count })}
      </p>
      <Button
        variant="ghost"
        size="sm"
        onClick={onClear}
        icon={<Icon name="icon-x" className="size-4" />}
        className="max-sm:ml-auto"
      >
        <span className="max-sm:sr-only">{t("clear")}</span>
      </Button>
      {beside}
      <div className="ml-auto flex gap-2 max-sm:w-full max-sm:*:flex-1">{children}</div>
    </section>
  );
}
