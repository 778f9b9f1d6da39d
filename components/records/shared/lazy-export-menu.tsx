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

/** Export button whose menu is loaded lazily. */
export const LazyExportMenu = lazyMenu(async () => (await import("./export-menu")).ExportMenu, ExportButton);
