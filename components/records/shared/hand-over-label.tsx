import { useTranslations } from "next-intl";
import { Icon } from "@/components/ui/icon";
import type { HandOverMenuProps } from "./hand-over-menu";

/** Content of the menu's button; the one beside a record's name has no text on phones, but another name. */
export function HandOverLabel({ size }: Pick<HandOverMenuProps, "size">) {
  const t = useTranslations("records.hand_over");
  return (
    <>
      <Icon name="icon-share-2" className="size-4" />
      {size === "sm" ? (
        t("title")
      ) : (
        <>
          <span className="sr-only">{t("record")}</span>
          <span aria-hidden className="max-sm:hidden">
            {t("title")}
          </span>
        </>
      )}
    </>
  );
}
