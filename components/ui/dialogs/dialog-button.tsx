"use client";

import { useState, type ReactNode } from "react";
import { buttonClasses } from "../button-looks";
import { loadOnIntent, loadOrReport, type LazyComponent } from "../lazy-component";
import { Spinner } from "../spinner";

type DialogButtonProps = {
  label: string;
  icon: ReactNode;
  className?: string;
  /** The dialog that `children` renders. */
  dialog: Pick<LazyComponent<never>, "load">;
  /** @param close closes the dialog */
  children: (close: () => void) => ReactNode;
};

/** A quiet button that opens a dialog, whose code is loaded when the user points at the button. */
export function DialogButton({ label, icon, className, dialog, children }: DialogButtonProps) {
  const [open, setOpen] = useState(false);
  const [isLoading, setLoading] = useState(false);

  async function press() {
    setLoading(true);
    try {
      setOpen(await loadOrReport(dialog));
    } finally {
      setLoading(false);
    }
  }

  return (
    <>
      <button
        {...loadOnIntent(dialog)}
        type="button"
        aria-haspopup="dialog"
        aria-busy={isLoading || undefined}
        onClick={() => void press()}
        className={buttonClasses({ variant: "ghost", size: "sm", className })}
      >
        {isLoading ? <Spinner /> : icon}
        <span className="tool-label">{label}</span>
      </button>
      {open && children(() => setOpen(false))}
    </>
  );
}
