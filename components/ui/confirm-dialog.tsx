"use client";

import { createContext, lazy, Suspense, useCallback, useContext, useRef, useState, type ReactNode } from "react";
import { rememberPlace } from "./row-focus";

export type Question = {
  title: string;
  text?: string;
  /** Default: Yes. */
  confirmLabel?: string;
  /** Default: No. `null` leaves the button out, for a message that only wants to be read. */
  cancelLabel?: string | null;
  /** `danger` colours the yes button and puts the focus on the no button. */
  tone?: "neutral" | "danger";
};

type Confirm = (question: Question) => Promise<boolean>;

const ConfirmContext = createContext<Confirm | null>(null);

const ConfirmFrame = lazy(() => import("./confirm-frame").then((module) => ({ default: module.ConfirmFrame })));

/** Asks with a dialog: `if (await confirm({ title, text, tone: "danger" })) …`. Escape means no. */
export function useConfirm(): Confirm {
  const confirm = useContext(ConfirmContext);
  if (!confirm) throw new Error("useConfirm needs a ConfirmProvider above it");
  return confirm;
}

/** Holds the one dialog that `useConfirm` opens; its code arrives with the first question. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<Question | null>(null);
  const [open, setOpen] = useState(false);
  const placeRef = useRef<() => HTMLElement | null>(() => null);
  const resolveRef = useRef<(answer: boolean) => void>(undefined);

  const confirm = useCallback<Confirm>((next) => {
    // A second question while one is open answers the first with no.
    resolveRef.current?.(false);
    return new Promise((resolve) => {
      resolveRef.current = resolve;
      placeRef.current = rememberPlace(document.activeElement);
      setQuestion(next);
      setOpen(true);
    });
  }, []);

  const answer = useCallback((value: boolean) => {
    setOpen(false);
    resolveRef.current?.(value);
    resolveRef.current = undefined;
  }, []);

  return (
    <ConfirmContext value={confirm}>
      {children}
      {question && (
        <Suspense fallback={null}>
          <ConfirmFrame question={question} open={open} onAnswer={answer} returnFocusTo={() => placeRef.current()} />
        </Suspense>
      )}
    </ConfirmContext>
  );
}
