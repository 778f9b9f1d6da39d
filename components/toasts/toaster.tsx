"use client";

import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { toast, Toaster as Sonner } from "sonner";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import type { ToastAction } from "./notify";

const TOAST =
  "pointer-events-auto font-sans flex w-full items-start gap-2.5 rounded-md border border-line border-l-4 bg-surface px-3.5 py-2.5 text-ink shadow-popup md:w-96";

export { toast };

/** Shortcut to the toasts: focuses the newest one's action, if any. */
const HOTKEY = ["altKey", "KeyT"];
const HOTKEY_NAME = "Alt+T";
const ACTION = "data-notice-action";

/** Action button of a toast; dismisses the toast when pressed. */
export const toastButton = (id: string, { label, run }: ToastAction) => (
  <Button
    size="sm"
    // Browsers do not apply focus-visible after a shortcut with Alt.
    className="-my-1 self-start focus:outline-2 focus:outline-offset-2 focus:outline-focus"
    aria-keyshortcuts={HOTKEY_NAME}
    {...{ [ACTION]: "" }}
    onClick={({ currentTarget }) => {
      // Sonner restores the previous focus on blur, which it could not do after removing the
      // focused button.
      currentTarget.blur();
      toast.dismiss(id);
      run();
    }}
  >
    {label}
  </Button>
);

function focusAction(event: KeyboardEvent) {
  if (!event.altKey || event.code !== "KeyT") return;
  document.querySelector<HTMLElement>(`[data-sonner-toast] [${ACTION}]`)?.focus();
}

/** Toast container. Loaded by `LazyToaster`, used through `notify`. */
export function Toaster({ onReady }: { onReady: () => void }) {
  const t = useTranslations("common");
  useEffect(onReady, [onReady]);
  // Registered after Sonner's listener, which focuses its list.
  useEffect(() => {
    document.addEventListener("keydown", focusAction);
    return () => document.removeEventListener("keydown", focusAction);
  }, []);
  return (
    <div data-notices>
      <Sonner
        position="bottom-right"
        hotkey={HOTKEY}
        // Below the top bar, above the save bar (`notice-place.ts`).
        offset={{ top: 60, right: 16, bottom: "var(--notices-bottom)" }}
        mobileOffset={{ top: 60, left: 12, right: 12, bottom: "var(--notices-bottom)" }}
        className="print:hidden"
        gap={8}
        expand
        containerAriaLabel={t("notifications")}
        icons={{
          success: <Icon name="icon-circle-check" className="mt-0.5 size-4.5 text-success" />,
          error: <Icon name="icon-circle-alert" className="mt-0.5 size-4.5 text-danger" />,
          close: <Icon name="icon-x" className="size-4" />,
        }}
        toastOptions={{
          unstyled: true,
          closeButton: true,
          closeButtonAriaLabel: t("close"),
          classNames: {
            toast: TOAST,
            icon: "shrink-0",
            closeButton:
              "order-last -my-1 -mr-1.5 grid size-7 shrink-0 place-items-center rounded-md text-ink-muted hover:bg-sunken hover:text-ink",
            content: "min-w-0 flex-1",
            title: "font-medium",
            success: "border-l-success",
            error: "border-l-danger",
          },
        }}
      />
    </div>
  );
}
