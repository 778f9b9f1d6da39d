import { useTranslations } from "next-intl";
import { buttonClasses } from "@/components/ui/button-looks";
import { Icon } from "@/components/ui/icon";
import { MenuIcon } from "@/components/ui/lazy-menu";

export const LIST_VIEWS_BUTTON = buttonClasses({ variant: "ghost", size: "sm" });

/** Content of the button of a list's views. Beside the other controls of the bar, its text needs a wide window. */
export function ListViewsLabel({ isBusy = false }: { isBusy?: boolean }) {
  const t = useTranslations("frame");
  return (
    <>
      <MenuIcon name="icon-bookmark" isBusy={isBusy} />
      <span className="max-[23rem]:sr-only lg:max-[76rem]:sr-only">{t("views")}</span>
      <Icon name="icon-chevron-down" className="size-4" />
    </>
  );
}
