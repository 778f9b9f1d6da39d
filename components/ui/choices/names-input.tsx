"use client";

import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useRef, useState, type ClipboardEvent, type KeyboardEvent, type Ref } from "react";
import { ALIAS_MAX_LENGTH } from "@/lib/model/limits";
import { cutTrimmed } from "@/lib/model/pure/cut-trimmed";
import type { ControlProps } from "../labelled-field";
import { Icon } from "../icon";

type NamesInputProps = ControlProps & {
  name?: string;
  value: readonly string[];
  onChange: (names: string[]) => void;
  onBlur?: () => void;
  placeholder?: string;
  ref?: Ref<HTMLInputElement>;
};

/**
 * Input for several names as free text. Enter, leaving the input or submitting the form adds the
 * typed name; pasting a column adds several names.
 */
export function NamesInput({ value, onChange, onBlur, ref, ...control }: NamesInputProps) {
  const t = useTranslations("common");
  const [typed, setTyped] = useState("");
  const list = useRef<HTMLDivElement>(null);

  const isNew = (name: string) => name !== "" && !value.some((one) => one.toLowerCase() === name.toLowerCase());
  const without = (name: string) => value.filter((one) => one !== name);

  function add(texts: readonly string[]) {
    const added = texts.map((text) => cutTrimmed(text.trim(), ALIAS_MAX_LENGTH)).filter(isNew);
    if (added.length > 0) onChange([...value, ...new Set(added)]);
    setTyped("");
  }

  function addTyped() {
    if (typed.trim()) add([typed]);
  }

  // A save includes the typed name. Buttons that submit a form leave the focus in the input.
  const addOnSubmit = useEffectEvent(() => addTyped());
  useEffect(() => {
    const form = list.current?.closest("form");
    const onSubmit = () => addOnSubmit();
    form?.addEventListener("submit", onSubmit);
    return () => form?.removeEventListener("submit", onSubmit);
  }, []);

  function remove(name: string) {
    onChange(without(name));
    list.current?.querySelector("input")?.focus();
  }

  function onKeyDown(event: KeyboardEvent) {
    // During IME composition, Enter ends the composition.
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter" && typed.trim()) {
      event.preventDefault();
      add([typed]);
    }
    const last = value.at(-1);
    // Holding Backspace clears the typed text but removes no names.
    if (event.key === "Backspace" && !event.repeat && typed === "" && last !== undefined) onChange(without(last));
  }

  function onPaste(event: ClipboardEvent) {
    const lines = event.clipboardData.getData("text").split(/[\r\n\t]+/);
    if (lines.length < 2) return;
    event.preventDefault();
    add(lines);
  }

  return (
    <div
      ref={list}
      className="flex control cursor-text flex-wrap items-center gap-1 px-1.5 py-1"
      onClick={(event) => event.target === event.currentTarget && list.current?.querySelector("input")?.focus()}
    >
      {value.map((name) => (
        <span
          key={name}
          className="flex min-h-6.5 max-w-full items-center gap-0.5 rounded-sm bg-accent-soft pl-1.5 text-sm leading-tight"
        >
          <span className="min-w-0 py-0.5 break-words">{name}</span>
          <button
            type="button"
            aria-label={t("remove_item", { label: name })}
            onClick={() => remove(name)}
            className="grid size-6 shrink-0 place-items-center rounded-sm text-ink-muted hover:text-ink pointer-coarse:size-8"
          >
            <Icon name="icon-x" className="size-3.5" />
          </button>
        </span>
      ))}
      <input
        {...control}
        ref={ref}
        type="text"
        autoComplete="off"
        maxLength={ALIAS_MAX_LENGTH}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onBlur={() => {
          addTyped();
          onBlur?.();
        }}
        className="min-h-6.5 min-w-32 flex-1 bg-transparent px-1 outline-none"
      />
    </div>
  );
}
