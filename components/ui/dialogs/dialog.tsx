"use client";

import { lazy, Suspense, useState, type ReactNode } from "react";

export type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: string;
  children: ReactNode;
  /** Buttons below the content. A press beside the dialog then does not close it: something is to be decided. */
  footer?: ReactNode;
};

const DialogFrame = lazy(() => import("./dialog-frames").then((module) => ({ default: module.DialogFrame })));

/** A dialog over the page. Its code arrives when it is opened for the first time; the focus returns where it was. */
export function Dialog(props: DialogProps) {
  const [used, setUsed] = useState(props.open);
  if (props.open && !used) setUsed(true);
  if (!used) return null;
  return (
    <Suspense fallback={null}>
      <DialogFrame {...props} />
    </Suspense>
  );
}
