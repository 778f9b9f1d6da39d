"use client";

import { useTranslations } from "next-intl";
import { buttonClasses } from "@/components/ui/button-looks";
import { lazyMenu, type LazyMenuButtonProps } from "@/components/ui/lazy-menu";

function ExportButton(button: LazyMenuButtonProps) {
  const t = useTranslations("records.export");
  return (
    <button {...button} type="button" className={buttonClasses({ variant: "ghost", size: "sm" })}>
      {t("title")}
    </button>
  );
}

/** The button of a list's exports and their menu. */
export const LazyExportMenu = lazyMenu(async () => (await import("./export-menu")).ExportMenu, ExportButton);
