"use client";

import { Suspense, useState, type ReactNode } from "react";
import { IconButton } from "../button";
import { usePreload } from "../use-preload";

type DialogButtonProps = {
  label: string;
  icon: ReactNode;
  /** Fetches the dialog's code, once the page has come to rest. */
  load: () => Promise<unknown>;
  /** @param close shuts the dialog */
  children: (close: () => void) => ReactNode;
};

/** A button that opens a dialog whose code arrives later. */
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
