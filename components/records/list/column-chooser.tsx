"use client";

import { useTranslations } from "next-intl";
import { usePendingNavigation } from "@/components/navigation/pending-navigation";
import { DialogButton } from "@/components/ui/dialogs/dialog-button";
import { Icon } from "@/components/ui/icon";
import { lazyComponent } from "@/components/ui/lazy-component";
import type { ColumnDialogProps } from "./column-dialog";

const ColumnDialog = lazyComponent(async () => (await import("./column-dialog")).ColumnDialog);

/**
 * Button and dialog to choose the columns of a list page; the choice is stored per account and
 * kind.
 */
export function ColumnChooser(props: Omit<ColumnDialogProps, "onChosen" | "onClose">) {
  const t = useTranslations("records.columns");
  const { replace, refresh } = usePendingNavigation();

  function show() {
    const parameters = new URLSearchParams(window.location.search);
    if (!parameters.has("columns")) return void refresh();
    // The user's choice replaces columns that the URL names.
    parameters.delete("columns");
    void replace(`${window.location.pathname}?${parameters}`, { scroll: false });
  }

  return (
    <DialogButton
      label={t("button")}
      icon={<Icon name="icon-columns-3" className="size-4" />}
      // Cards on phones show no columns.
      className="max-sm:hidden"
      dialog={ColumnDialog}
    >
      {(close) => (
        <ColumnDialog
          {...props}
          onClose={close}
          onChosen={() => {
            close();
            show();
          }}
        />
      )}
    </DialogButton>
  );
}
