"use client";

import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent } from "react";
import { toast, Toaster as Sonner } from "sonner";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { isApple } from "@/lib/base/browser/is-apple";
import { offerUndo, undoByKey, useHasUndoKey, withdrawUndo } from "./undo-key";
import type { ToastAction } from "./notify";

const TOAST =
  "pointer-events-auto font-sans flex w-full items-start gap-2.5 rounded-md border border-line border-l-4 bg-surface px-3.5 py-2.5 text-ink shadow-popup md:w-96";

export { toast };

/** Keyboard shortcut to the toasts: focuses the action of the newest toast, if it has one. */
const HOTKEY = ["altKey", "KeyT"];
const HOTKEY_NAME = "Alt+T";
const ACTION = "data-notice-action";

type ActionButtonProps = { id: string; action: ToastAction };

/** Action button of a toast; dismisses the toast when pressed. */
function ActionButton({ id, action: { label, run } }: ActionButtonProps) {
  const t = useTranslations("common");
  const hasKey = useHasUndoKey(id);
  function undo() {
    toast.dismiss(id);
    run();
  }
  const undoByShortcut = useEffectEvent(undo);
  useEffect(() => {
    offerUndo({ id, run: () => undoByShortcut() });
    return () => withdrawUndo(id);
  }, [id]);
  return (
    <Button
      size="sm"
      // Shows the focus ring on `focus`, as browsers do not apply `focus-visible` after a shortcut
      // with Alt.
      className="-my-1 self-start focus:outline-2 focus:outline-offset-2 focus:outline-focus"
      aria-keyshortcuts={hasKey ? `${HOTKEY_NAME} ${isApple() ? "Meta+Z" : "Control+Z"}` : HOTKEY_NAME}
      {...{ [ACTION]: "" }}
      onClick={({ currentTarget }) => {
        // On blur, Sonner restores the previous focus; it could not do so once the focused button is
        // removed.
        currentTarget.blur();
        withdrawUndo(id);
        undo();
      }}
    >
      {label}
      {hasKey && (
        <kbd
          aria-hidden="true"
          className="rounded-sm border border-line px-1 font-sans text-xs font-normal text-ink-muted pointer-coarse:hidden"
        >
          {isApple() ? "⌘ Z" : t("undo_key")}
        </kbd>
      )}
    </Button>
  );
}

export const toastButton = (id: string, action: ToastAction) => <ActionButton id={id} action={action} />;

function focusAction(event: KeyboardEvent) {
  if (!event.altKey || event.code !== "KeyT") return;
  document.querySelector<HTMLElement>(`[data-sonner-toast] [${ACTION}]`)?.focus();
}

/** Container of all toasts. `LazyToaster` loads it; other modules show toasts by `notify`. */
export function Toaster({ onReady }: { onReady: () => void }) {
  const t = useTranslations("common");
  useEffect(onReady, [onReady]);
  // Registered after Sonner's own listener, which would otherwise move the focus to the list of
  // toasts.
  useEffect(() => {
    document.addEventListener("keydown", focusAction);
    document.addEventListener("keydown", undoByKey);
    return () => {
      document.removeEventListener("keydown", focusAction);
      document.removeEventListener("keydown", undoByKey);
    };
  }, []);
  return (
    <div data-notices>
      <Sonner
        position="bottom-right"
        hotkey={HOTKEY}
        // Places toasts below the top bar or above the save bar (`toast-position.ts`).
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
