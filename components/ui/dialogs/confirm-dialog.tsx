"use client";

import { createContext, useCallback, useContext, useRef, useState, type ReactNode } from "react";
import type { QuestionFrame as LoadedFrame } from "./dialog-frames";
import { rememberFocus } from "../row-focus";
import { usePreload } from "../use-preload";

export type Question = {
  title: string;
  /** The object of the question, for instance the record to delete. */
  subject?: string;
  text?: string;
  /** Further content, which may contain links. */
  details?: ReactNode;
  /** Default: Yes. */
  confirmLabel?: string;
  /** Default: No. `null` omits the button, for messages without a choice. */
  cancelLabel?: string | null;
  /** Label of a third answer. */
  otherLabel?: string;
  /**
   * `danger` colours the yes button and focuses the no button; `warning` only marks the message.
   */
  tone?: "danger" | "warning";
  /** Focuses the no button initially. */
  startsOnNo?: boolean;
};

export type QuestionAnswer = "yes" | "no" | "other";
type Ask = (question: Question) => Promise<QuestionAnswer>;

const AskContext = createContext<Ask | null>(null);

const loadFrame = () => import("./dialog-frames");

/** Returns a function that asks in a dialog with up to three answers. Escape means no. */
export function useAsk(): Ask {
  const ask = useContext(AskContext);
  if (!ask) throw new Error("useAsk needs a ConfirmProvider above it");
  return ask;
}

/**
 * Returns a yes/no question: `if (await confirm({ title, text, tone: "danger" })) …`. Escape means
 * no.
 */
export function useConfirm(): (question: Omit<Question, "otherLabel">) => Promise<boolean> {
  const ask = useAsk();
  return useCallback(async (question) => (await ask(question)) === "yes", [ask]);
}

/**
 * Falls back to the browser's dialog if the code cannot be loaded: a question must never be lost.
 */
const askPlainly = ({ title, subject, text, cancelLabel, otherLabel }: Question): QuestionAnswer => {
  const words = [title, subject, text].filter(Boolean).join("\n\n");
  // The browser's dialog has two buttons: with a third answer, OK stands for that one.
  if (cancelLabel !== null) return window.confirm(words) ? (otherLabel ? "other" : "yes") : "no";
  window.alert(words);
  return "yes";
};

/** Renders the single dialog of `useConfirm`; its code is loaded when the page is idle. */
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
      placeRef.current = rememberFocus(opener);
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
