"use client";

import { Suspense, useState, type ReactNode } from "react";
import { IconButton } from "../button";
import { usePreload } from "../use-preload";

type DialogButtonProps = {
  label: string;
  icon: ReactNode;
  /** Loads the dialog's code; called when the page is idle. */
  load: () => Promise<unknown>;
  /** @param close closes the dialog */
  children: (close: () => void) => ReactNode;
};

/** A button that opens a lazily loaded dialog. */
export function DialogButton({ label, icon, load, children }: DialogButtonProps) {
  const [open, setOpen] = useState(false);
  usePreload(load);
  return (
    <>
      <IconButton
        label={label}
        icon={icon}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="print:hidden"
      />
      {open && <Suspense>{children(() => setOpen(false))}</Suspense>}
    </>
  );
}
