"use client";

import { usePathname } from "next/navigation";
import { useCallback, useEffect, useState } from "react";
import { createTranslator, useTranslations } from "next-intl";
import { shownMessages } from "@/components/ui/messages/all-messages";
import { onLoadFailure } from "@/components/ui/lazy-component";
import { isLoadFailure, usePreload } from "@/components/ui/use-preload";
import { dynamicKey, type KeyOrCode, type MessageKey } from "@/lib/model/messages/i18n";
import { TOAST_DEFAULT_MS, TOAST_SUCCESS_MS, TOAST_UNDO_MS } from "@/lib/model/limits";
import { cornerFor, watchToastPosition } from "./toast-position";
import { forgetToast, isStillPending, rememberToast, takeOrphanedToasts } from "./persistent-toasts";
import type { Toaster as LoadedToaster } from "./toaster";

let loadToaster: () => Promise<unknown> = async () => undefined;
let markReady: () => void = () => undefined;
/** Resolves when the toaster is mounted; toasts are shown only then. */
const ready = new Promise<void>((resolve) => {
  markReady = resolve;
});

let count = 0;

/** A one-time action offered by a toast. */
export type ToastAction = { label: string; run: () => void };

/** A text among the messages of the namespace `notices`, loaded when it is shown. */
type MessageText = { key: MessageKey<"notices">; values: Values | undefined; label?: string };
type Values = Record<string, string | number>;

/** Returns the text for a code from the server, or for a message of the screens themselves. */
export const notice = <Code extends string>(code: KeyOrCode<"notices", Code>, values?: Values): MessageText => ({
  key: dynamicKey(code),
  values,
});

/**
 * Like `notice`, for what was done to a record, whose name the text ends with: “Data saved: Karl Ritzer”.
 * @param label the record's label; empty if its name was erased
 */
export const recordNotice = <Code extends string>(code: KeyOrCode<"notices", Code>, label: string): MessageText => ({
  ...notice(code),
  label,
});

/** A text that is already translated, or a message key. */
export type NoticeText = string | MessageText;

type Notice = { tone: "success" | "error"; text: NoticeText; duration: number; action?: ToastAction };

async function show({ tone, text: message, duration, action }: Notice) {
  const id = `notice-${++count}`;
  rememberToast(id);
  const text = typeof message === "string" ? message : translated(message);
  try {
    // The first toast loads the toaster immediately, without waiting until the page is idle.
    const [{ toast, toastButton }] = await Promise.all([import("./toaster"), loadToaster()]);
    await ready;
    if (!isStillPending(id)) return;
    // An error dismisses all toasts, except those with an undo action.
    const shown = tone === "error" ? toast.getToasts() : [];
    for (const notice of shown) if (!("action" in notice && notice.action)) toast.dismiss(notice.id);
    toast[tone](text, {
      id,
      duration,
      position: cornerFor(toast.getToasts().length),
      action: action && toastButton(id, action),
      onDismiss: () => forgetToast(id),
      onAutoClose: () => forgetToast(id),
    });
  } catch (error) {
    forgetToast(id);
    // If the toaster's code cannot be loaded, uses the browser's dialog, as a message must never be
    // lost.
    window.alert(text);
    if (!isLoadFailure(error)) throw error;
  }
}

/** Translates a message key; for unknown keys, returns the text for an unexpected error. */
export function translated({ key, values, label }: MessageText): string {
  const t = createTranslator({ ...shownMessages(), namespace: "notices" });
  const text = t.has(key) ? t(key, values) : t("unknown_error");
  return label ? t("of_record", { text, label }) : text;
}

/**
 * Shows toasts with a text and a duration (spec §9). They disappear when their page is
 * left, unless `persistToasts` is called.
 */
export const notify = {
  success: (text: NoticeText, ms: number = TOAST_SUCCESS_MS) => void show({ tone: "success", text, duration: ms }),
  danger: (text: NoticeText, ms: number = TOAST_DEFAULT_MS) => void show({ tone: "error", text, duration: ms }),
  /** Reports what was done and offers to undo it; the duration leaves time to reach the button. */
  undoable: (text: NoticeText, action: ToastAction) =>
    void show({ tone: "success", text, duration: TOAST_UNDO_MS, action }),
};

/** Toast container, loaded when the page is idle or with the first toast. */
export function LazyToaster() {
  const text = useTranslations("notices")("error_api");
  const [Toaster, setToaster] = useState<typeof LoadedToaster | null>(null);
  const load = useCallback(async () => {
    const { Toaster: loaded } = await import("./toaster");
    setToaster(() => loaded);
  }, []);
  useEffect(() => {
    loadToaster = load;
  }, [load]);
  usePreload(load);
  useEffect(() => {
    onLoadFailure(() => notify.danger(text));
  }, [text]);
  useEffect(watchToastPosition, []);
  const page = usePathname();
  useEffect(() => {
    for (const id of takeOrphanedToasts(page)) void import("./toaster").then(({ toast }) => toast.dismiss(id));
  }, [page]);
  return Toaster && <Toaster onReady={markReady} />;
}
