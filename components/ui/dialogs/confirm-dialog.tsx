"use client";

import { createContext, useCallback, useContext, useRef, useState, type ReactNode } from "react";
import { lazyComponent, tryLoad } from "../lazy-component";
import { rememberFocus } from "../rows/row-focus";

export type Question = {
  title: string;
  /** The subject of the question, for instance the name of the record to delete. */
  subject?: string;
  text?: string;
  /** Further content, which may contain links. */
  details?: ReactNode;
  /** Label of the yes button; by default "Yes". */
  confirmLabel?: string;
  /**
   * Label of the no button; by default "No". `null` omits the button, for messages without a
   * choice.
   */
  cancelLabel?: string | null;
  /** Label of a third button, for the answer "other". */
  otherLabel?: string;
  /**
   * `danger` colours the yes button and focuses the no button; `warning` and `success` only mark the
   * message.
   */
  tone?: "danger" | "warning" | "success";
  /** The filled button, which comes last; by default the yes button. The no button gets the focus, too. */
  primary?: "yes" | "no";
  /** True to focus the no button initially. */
  startsOnNo?: boolean;
};

export type QuestionAnswer = "yes" | "no" | "other";
type Ask = (question: Question) => Promise<QuestionAnswer>;

const AskContext = createContext<Ask | null>(null);

const QuestionFrame = lazyComponent(async () => (await import("./dialog-frames")).QuestionFrame);

/** Loads the dialog's code, so that questions work without a connection. */
export const loadQuestion = QuestionFrame.load;

/** Returns a function that asks in a dialog with up to three answers. Escape means no. */
export function useAsk(): Ask {
  const ask = useContext(AskContext);
  if (!ask) throw new Error("useAsk needs a ConfirmProvider above it");
  return ask;
}

/**
 * Returns a function that asks a yes/no question in a dialog: `if (await confirm({ title, text,
 * tone: "danger" })) …`. Escape means no.
 */
export function useConfirm(): (question: Omit<Question, "otherLabel">) => Promise<boolean> {
  const ask = useAsk();
  return useCallback(async (question) => (await ask(question)) === "yes", [ask]);
}

/**
 * Asks in the browser's own dialog, if the dialog's code cannot be loaded: a question must never be
 * lost.
 */
const askInBrowserDialog = ({ title, subject, text, cancelLabel, otherLabel }: Question): QuestionAnswer => {
  const message = [title, subject, text].filter(Boolean).join("\n\n");
  // The browser's dialog has only two buttons: if there is a third answer, OK means "other".
  if (cancelLabel !== null) return window.confirm(message) ? (otherLabel ? "other" : "yes") : "no";
  window.alert(message);
  return "yes";
};

/**
 * Renders the dialog that all callers of `useAsk` and `useConfirm` share. Its code is loaded with the
 * first question; callers that know that one may follow call `loadQuestion`.
 */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<Question | null>(null);
  const [open, setOpen] = useState(false);
  const findFocusRef = useRef<() => HTMLElement | null>(() => null);
  const resolveRef = useRef<(answer: QuestionAnswer) => void>(undefined);

  const ask = useCallback<Ask>(async (next) => {
    const opener = document.activeElement;
    if (!(await tryLoad(QuestionFrame))) return askInBrowserDialog(next);
    // If another question is still open, it is answered with no.
    resolveRef.current?.("no");
    return new Promise((resolve) => {
      resolveRef.current = resolve;
      findFocusRef.current = rememberFocus(opener);
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
      {question && (
        <QuestionFrame question={question} open={open} onAnswer={answer} returnFocusTo={() => findFocusRef.current()} />
      )}
    </AskContext>
  );
}
