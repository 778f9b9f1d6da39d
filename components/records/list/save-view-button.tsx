"use client";

import { useTranslations } from "next-intl";
import { lazy } from "react";
import { DialogButton } from "@/components/ui/dialogs/dialog-button";
import { Icon } from "@/components/ui/icon";
import type { ViewDialogProps } from "./view-dialog";

const load = () => import("./view-dialog");
const ViewDialog = lazy(() => load().then((module) => ({ default: module.ViewDialog })));

/** Button that opens the dialog to save, replace and delete views. */
export function SaveViewButton(props: Omit<ViewDialogProps, "onClose">) {
  const t = useTranslations("records.views");
  return (
    <DialogButton label={t("title")} icon={<Icon name="icon-bookmark" className="size-4" />} load={load}>
      {(close) => <ViewDialog {...props} onClose={close} />}
    </DialogButton>
  );
}
