import { useTranslations } from "next-intl";
import { MenuIcon } from "@/components/ui/lazy-menu";

/** Content of the button of the menu “Darstellung”, with a spinner while the menu is loading. */
export function ViewMenuLabel({ isBusy = false }: { isBusy?: boolean }) {
  const t = useTranslations("records.views");
  return (
    <>
      <MenuIcon name="icon-sliders-horizontal" isBusy={isBusy} />
      <span className="tool-label">{t("menu")}</span>
    </>
  );
}
