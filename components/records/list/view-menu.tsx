import { Menu } from "@base-ui/react/menu";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useRowHeight } from "@/components/layout/row-height";
import { usePendingNavigation } from "@/components/navigation/pending-navigation";
import { buttonClasses } from "@/components/ui/button-looks";
import { Icon } from "@/components/ui/icon";
import { MENU_ITEM, MenuFrame, MenuLine, MenuWords } from "@/components/ui/menu-frame";
import { ViewDialog, type ViewDialogProps } from "./view-dialog";
import { ViewMenuLabel } from "./view-menu-label";

export type ViewMenuProps = Omit<ViewDialogProps, "onChanged" | "onClose"> & {
  /** True if the user may save views. */
  maySave: boolean;
};

/** Menu of how a page shows its rows: their height, and saving what the page shows as a view. */
export function ViewMenu({ maySave, ...view }: ViewMenuProps) {
  const t = useTranslations("records.views");
  const tc = useTranslations("common");
  const { dense, choose } = useRowHeight();
  const { replace, refresh } = usePendingNavigation();
  const [isSaving, setSaving] = useState(false);
  return (
    <>
      <MenuFrame
        button={<ViewMenuLabel />}
        trigger={{ className: buttonClasses({ variant: "ghost", size: "sm" }) }}
        align="start"
      >
        <Menu.RadioGroup
          aria-label={tc("row_height")}
          value={dense}
          onValueChange={(chosen) => choose(chosen === true)}
        >
          {[true, false].map((isDense) => (
            <Menu.RadioItem key={String(isDense)} value={isDense} closeOnClick className={MENU_ITEM}>
              <span className="grid size-4 place-items-center">
                <Menu.RadioItemIndicator>
                  <Icon name="icon-check" className="size-4" />
                </Menu.RadioItemIndicator>
              </span>
              {tc(isDense ? "dense_rows" : "comfortable_rows")}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        {maySave && (
          <>
            <MenuLine />
            <Menu.Item onClick={() => setSaving(true)} className={MENU_ITEM}>
              <MenuWords icon="icon-bookmark">{t("save")}</MenuWords>
            </Menu.Item>
          </>
        )}
      </MenuFrame>
      {isSaving && (
        <ViewDialog
          {...view}
          onChanged={(href) => void (href ? replace(href, { scroll: false }) : refresh())}
          onClose={() => setSaving(false)}
        />
      )}
    </>
  );
}
