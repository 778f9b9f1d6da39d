"use client";

import { createContext, useCallback, useContext, useRef, useState, type ReactNode } from "react";
import type { QuestionFrame as LoadedFrame } from "./dialog-frames";
import { rememberPlace } from "../row-focus";
import { usePreload } from "../use-preload";

export type Question = {
  title: string;
  /** What it is about, for instance the record that would go. */
  subject?: string;
  text?: string;
  /** What else there is to see before one answers, links among it. */
  details?: ReactNode;
  /** Default: Yes. */
  confirmLabel?: string;
  /** Default: No. `null` leaves the button out, for a message that only wants to be read. */
  cancelLabel?: string | null;
  /** A third way between the two. */
  otherLabel?: string;
  /** `danger` colours the yes button and puts the focus on the no button; `warning` marks the message only. */
  tone?: "danger" | "warning";
  /** The focus starts on the no button. */
  startsOnNo?: boolean;
};

export type QuestionAnswer = "yes" | "no" | "other";
type Ask = (question: Question) => Promise<QuestionAnswer>;

const AskContext = createContext<Ask | null>(null);

const loadFrame = () => import("./dialog-frames");

/** Asks with a dialog that may offer a third way. Escape means no. */
export function useAsk(): Ask {
  const ask = useContext(AskContext);
  if (!ask) throw new Error("useAsk needs a ConfirmProvider above it");
  return ask;
}

/** Asks yes or no with a dialog: `if (await confirm({ title, text, tone: "danger" })) …`. Escape means no. */
export function useConfirm(): (question: Omit<Question, "otherLabel">) => Promise<boolean> {
  const ask = useAsk();
  return useCallback(async (question) => (await ask(question)) === "yes", [ask]);
}

/** The browser's own box, where the dialog's code cannot be had: a question must never be lost. */
const askPlainly = ({ title, subject, text, cancelLabel, otherLabel }: Question): QuestionAnswer => {
  const words = [title, subject, text].filter(Boolean).join("\n\n");
  // What cannot be shown as a third button is what the box itself asks for.
  if (cancelLabel !== null) return window.confirm(words) ? (otherLabel ? "other" : "yes") : "no";
  window.alert(words);
  return "yes";
};

/** Holds the one dialog that `useConfirm` opens; its code arrives when the page has come to rest. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  usePreload(loadFrame);
  const [QuestionFrame, setFrame] = useState<typeof LoadedFrame | null>(null);
  const [question, setQuestion] = useState<Question | null>(null);
  const [open, setOpen] = useState(false);
  const placeRef = useRef<() => HTMLElement | null>(() => null);
  const resolveRef = useRef<(answer: QuestionAnswer) => void>(undefined);

  const ask = useCallback<Ask>(async (next) => {
    const opener = document.activeElement;
    const loaded = await loadFrame().catch(() => null);
    if (!loaded) return askPlainly(next);
    setFrame(() => loaded.QuestionFrame);
    // A second question while one is open answers the first with no.
    resolveRef.current?.("no");
    return new Promise((resolve) => {
      resolveRef.current = resolve;
      placeRef.current = rememberPlace(opener);
      setQuestion(next);
      setOpen(true);
    });
  }, []);

  const answer = useCallback((value: QuestionAnswer) => {
    setOpen(false);
    resolveRef.current?.(value);
    resolveRef.current = undefined;
  }, []);

  return (
    <AskContext value={ask}>
      {children}
      {question && QuestionFrame && (
        <QuestionFrame question={question} open={open} onAnswer={answer} returnFocusTo={() => placeRef.current()} />
      )}
    </AskContext>
  );
}
