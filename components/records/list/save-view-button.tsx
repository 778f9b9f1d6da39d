"use client";

import { useTranslations } from "next-intl";
import { usePendingNavigation } from "@/components/navigation/pending-navigation";
import { DialogButton } from "@/components/ui/dialogs/dialog-button";
import { Icon } from "@/components/ui/icon";
import { lazyComponent } from "@/components/ui/lazy-component";
import type { ViewDialogProps } from "./view-dialog";

const ViewDialog = lazyComponent(async () => (await import("./view-dialog")).ViewDialog);

/** Button that opens the dialog to save, replace and delete views. */
export function SaveViewButton(props: Omit<ViewDialogProps, "onChanged" | "onClose">) {
  const t = useTranslations("records.views");
  const { replace, refresh } = usePendingNavigation();
  return (
    <DialogButton label={t("title")} icon={<Icon name="icon-bookmark" className="size-4" />} dialog={ViewDialog}>
      {(close) => (
        <ViewDialog
          {...props}
          onChanged={(href) => void (href ? replace(href, { scroll: false }) : refresh())}
          onClose={close}
        />
      )}
    </DialogButton>
  );
}
