"use client";

import { lazy, Suspense, useState, type ReactNode } from "react";

export type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: string;
  children: ReactNode;
  /**
   * Buttons below the content. If there are any, a click outside of the dialog does not close it.
   */
  footer?: ReactNode;
};

const DialogFrame = lazy(() => import("./dialog-frames").then((module) => ({ default: module.DialogFrame })));

/**
 * Modal dialog. Its code is loaded when it is first opened; on closing, the focus returns to where
 * it was.
 */
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
