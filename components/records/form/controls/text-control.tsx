"use client";

import { useLayoutEffect, useRef, useState, type ClipboardEvent, type FocusEvent, type KeyboardEvent } from "react";
import { flushSync } from "react-dom";
import type { ControlProps } from "@/components/ui/labelled-field";
import { TextInput } from "@/components/ui/text-input";
import type { Widget } from "@/lib/model/fields/controls";
import { joinedLines, linesOf, withLineFeeds } from "@/lib/model/fields/line-breaks";
import type { Binding } from "../field-control";

type TextControlProps = {
  widget: Extract<Widget, { element: "input" }>;
  control: ControlProps;
  binding: Binding;
};

const hasBreak = (text: string) => text.includes("\n");

const pastedText = (event: ClipboardEvent) => withLineFeeds(event.clipboardData.getData("text"));

/**
 * Types a text where the cursor is, as the user would, so that it can be undone. Browsers have no
 * other way to do this, and still support the deprecated one.
 */
const typeText = (text: string) => document.execCommand("insertText", false, text);

/** Input for addresses, which have no line breaks: pasted ones become blanks, which the user sees. */
function SingleLineInput({ widget: { type, inputMode }, control, binding }: TextControlProps) {
  const { value, onChange, inputRef, ...rest } = binding;
  function onPaste(event: ClipboardEvent) {
    const pasted = pastedText(event).trim();
    if (!hasBreak(pasted)) return;
    event.preventDefault();
    typeText(joinedLines(pasted));
  }
  return (
    <TextInput
      {...control}
      {...rest}
      type={type}
      inputMode={inputMode}
      ref={inputRef}
      value={String(value)}
      onChange={(event) => onChange(event.target.value)}
      onPaste={onPaste}
      autoComplete="off"
    />
  );
}

/** Submits the form of a control as Enter in an input does: by the form's first submit button. */
function submitFormOf({ form }: HTMLTextAreaElement) {
  const buttons = [...(form?.elements ?? [])].filter((element) => element instanceof HTMLButtonElement);
  buttons.find(({ type }) => type === "submit")?.click();
}

/**
 * Input for a text that usually has one line. A text with line breaks is in a text area that grows,
 * because an input would remove them. Shift+Enter and pasting lines break the line; Enter submits.
 */
function LinesInput({ widget: { type, inputMode }, control, binding }: TextControlProps) {
  const { value, onChange, onBlur, inputRef, ...rest } = binding;
  const text = withLineFeeds(String(value));
  // A text area stays one while it has the focus, although its last break may have been removed.
  const [isInArea, setInArea] = useState(false);
  const isArea = isInArea || hasBreak(text);
  const element = useRef<HTMLInputElement | HTMLTextAreaElement | null>(null);
  const isFocused = useRef(false);
  const ref = (next: HTMLInputElement | HTMLTextAreaElement | null) => {
    element.current = next;
    inputRef(next);
  };
  useLayoutEffect(() => {
    if (isFocused.current) element.current?.focus();
  }, [isArea]);

  /** Types a text with line breaks: in the text area that takes the place of the input. */
  function typeLines(input: HTMLInputElement, lines: string) {
    const { selectionStart, selectionEnd } = input;
    flushSync(() => setInArea(true));
    element.current?.setSelectionRange(selectionStart, selectionEnd);
    typeText(lines);
  }

  const shared = {
    ...control,
    ...rest,
    ref,
    value: text,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
    onFocus: ({ target }: FocusEvent) => {
      isFocused.current = true;
      setInArea(target instanceof HTMLTextAreaElement);
    },
    onBlur: () => {
      isFocused.current = false;
      setInArea(false);
      onBlur();
    },
    autoComplete: "off",
  };
  // During IME composition, Enter ends the composition.
  const isEnter = ({ key, nativeEvent }: KeyboardEvent) => key === "Enter" && !nativeEvent.isComposing;
  if (isArea) {
    return (
      <textarea
        {...shared}
        inputMode={inputMode}
        rows={linesOf(text).length}
        onKeyDown={(event) => {
          if (!isEnter(event) || event.shiftKey) return;
          event.preventDefault();
          submitFormOf(event.currentTarget);
        }}
        className="field-sizing-content max-h-[50dvh] control resize-none"
      />
    );
  }
  return (
    <TextInput
      {...shared}
      type={type}
      inputMode={inputMode}
      onKeyDown={(event) => {
        if (!isEnter(event) || !event.shiftKey) return;
        event.preventDefault();
        typeLines(event.currentTarget, "\n");
      }}
      onPaste={(event) => {
        // A copied cell or line ends with a break.
        const pasted = pastedText(event).trim();
        if (!hasBreak(pasted)) return;
        event.preventDefault();
        typeLines(event.currentTarget, pasted);
      }}
    />
  );
}

/** Control for a text: an input, or a text area while the text has line breaks. */
export const TextControl = (props: TextControlProps) =>
  props.widget.isSingleLine ? <SingleLineInput {...props} /> : <LinesInput {...props} />;
