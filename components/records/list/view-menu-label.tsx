import { useTranslations } from "next-intl";
import { Icon } from "@/components/ui/icon";
import { Spinner } from "@/components/ui/spinner";

/** Content of the button of the menu “Darstellung”, with a spinner while the menu is loading. */
export function ViewMenuLabel({ isBusy = false }: { isBusy?: boolean }) {
  const t = useTranslations("records.views");
  return (
    <>
      {isBusy ? <Spinner /> : <Icon name="icon-sliders-horizontal" className="size-4" />}
      <span className="tool-label">{t("menu")}</span>
    </>
  );
}
