"use client";

import { useTranslations } from "next-intl";
import { lazy } from "react";
import { DialogButton } from "@/components/ui/dialogs/dialog-button";
import { Icon } from "@/components/ui/icon";
import type { ColumnChooserProps } from "./column-dialog";

const load = () => import("./column-dialog");
const ColumnDialog = lazy(() => load().then((module) => ({ default: module.ColumnDialog })));

/**
 * Button and dialog to choose the columns of a list page; the choice is stored per account and
 * kind.
 */
export function ColumnChooser({ onChosen, ...rest }: ColumnChooserProps) {
  const t = useTranslations("records.columns");
  return (
    <DialogButton label={t("choose")} icon={<Icon name="icon-columns-3" className="size-4" />} load={load}>
      {(close) => (
        <ColumnDialog
          {...rest}
          onClose={close}
          onChosen={() => {
            close();
            onChosen();
          }}
        />
      )}
    </DialogButton>
  );
}
