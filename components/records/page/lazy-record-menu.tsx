"use client";

import { useTranslations } from "next-intl";
import { buttonClasses } from "@/components/ui/button-looks";
import { Icon } from "@/components/ui/icon";
import { lazyMenu, type MenuPlaceholderProps } from "@/components/ui/lazy-menu";
import { Spinner } from "@/components/ui/spinner";

function MoreButton({ button }: MenuPlaceholderProps) {
  const t = useTranslations("records.menu");
  return (
    <button
      {...button}
      type="button"
      aria-label={t("title")}
      title={t("title")}
      className={buttonClasses({ className: "px-2.5" })}
    >
      {button["aria-busy"] ? <Spinner /> : <Icon name="icon-ellipsis" className="size-4.5" />}
    </button>
  );
}

/** Button of a record's menu, which is loaded lazily. */
export const LazyRecordMenu = lazyMenu(async () => (await import("./record-menu")).RecordMenu, MoreButton);
