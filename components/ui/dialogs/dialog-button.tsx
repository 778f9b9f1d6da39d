"use client";

import { useState, type ReactNode } from "react";
import { IconButton } from "../button";
import { loadOnIntent, loadOrReport, type LazyComponent } from "../lazy-component";
import { Spinner } from "../spinner";

type DialogButtonProps = {
  label: string;
  icon: ReactNode;
  /** The dialog that `children` renders. */
  dialog: Pick<LazyComponent<never>, "load">;
  /** @param close closes the dialog */
  children: (close: () => void) => ReactNode;
};

/** A button that opens a dialog, whose code is loaded when the user points at the button. */
export function DialogButton({ label, icon, dialog, children }: DialogButtonProps) {
  const [open, setOpen] = useState(false);
  const [isLoading, setLoading] = useState(false);

  async function press() {
    setLoading(true);
    setOpen(await loadOrReport(dialog));
    setLoading(false);
  }

  return (
    <>
      <IconButton
        {...loadOnIntent(dialog)}
        label={label}
        icon={isLoading ? <Spinner /> : icon}
        aria-haspopup="dialog"
        aria-busy={isLoading || undefined}
        onClick={() => void press()}
        className="print:hidden"
      />
      {open && children(() => setOpen(false))}
    </>
  );
}
