"use client";

import { useState, type ReactNode, type RefObject } from "react";
import { lazyComponent } from "../lazy-component";

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
  /** True for more width than a dialog without buttons has. */
  isWide?: boolean;
  /** The control that is focused first, by default the first one. */
  initialFocus?: RefObject<HTMLElement | null>;
};

const DialogFrame = lazyComponent(async () => (await import("./dialog-frames")).DialogFrame);

/**
 * Modal dialog. Its code is loaded when it is first opened; on closing, the focus returns to where
 * it was.
 */
export function Dialog(props: DialogProps) {
  const [used, setUsed] = useState(props.open);
  if (props.open && !used) setUsed(true);
  if (!used) return null;
  return <DialogFrame {...props} />;
}
