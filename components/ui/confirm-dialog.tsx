"use client";

import { createContext, useCallback, useContext, useRef, useState, type ReactNode } from "react";
import type { QuestionFrame as LoadedFrame } from "./dialog-frames";
import { rememberPlace } from "./row-focus";
import { usePreload } from "./use-preload";

export type Question = {
  title: string;
  /** What it is about, for instance the record that would go. */
  subject?: string;
  text?: string;
  /** Default: Yes. */
  confirmLabel?: string;
  /** Default: No. `null` leaves the button out, for a message that only wants to be read. */
  cancelLabel?: string | null;
  /** `danger` colours the yes button and puts the focus on the no button. */
  tone?: "danger";
};

type Confirm = (question: Question) => Promise<boolean>;

const ConfirmContext = createContext<Confirm | null>(null);

const loadFrame = () => import("./dialog-frames");

/** Asks with a dialog: `if (await confirm({ title, text, tone: "danger" })) …`. Escape means no. */
export function useConfirm(): Confirm {
  const confirm = useContext(ConfirmContext);
  if (!confirm) throw new Error("useConfirm needs a ConfirmProvider above it");
  return confirm;
}

/** The browser's own box, where the dialog's code cannot be had: a question must never be lost. */
const askPlainly = ({ title, subject, text, cancelLabel }: Question) => {
  const words = [title, subject, text].filter(Boolean).join("\n\n");
  if (cancelLabel !== null) return window.confirm(words);
  window.alert(words);
  return true;
};

/** Holds the one dialog that `useConfirm` opens; its code arrives when the page has come to rest. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  usePreload(loadFrame);
  const [QuestionFrame, setFrame] = useState<typeof LoadedFrame | null>(null);
  const [question, setQuestion] = useState<Question | null>(null);
  const [open, setOpen] = useState(false);
  const placeRef = useRef<() => HTMLElement | null>(() => null);
  const resolveRef = useRef<(answer: boolean) => void>(undefined);

  const confirm = useCallback<Confirm>(async (next) => {
    const opener = document.activeElement;
    const loaded = await loadFrame().catch(() => null);
    if (!loaded) return askPlainly(next);
    setFrame(() => loaded.QuestionFrame);
    // A second question while one is open answers the first with no.
    resolveRef.current?.(false);
    return new Promise((resolve) => {
      resolveRef.current = resolve;
      placeRef.current = rememberPlace(opener);
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
      {question && QuestionFrame && (
        <QuestionFrame question={question} open={open} onAnswer={answer} returnFocusTo={() => placeRef.current()} />
      )}
    </ConfirmContext>
  );
}
