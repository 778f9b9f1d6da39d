"use client";

import { CircleAlert, CircleCheck, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { Toaster as Sonner } from "sonner";

const TOAST =
  "pointer-events-auto font-sans flex w-full items-start gap-2.5 rounded-md border border-line border-l-4 bg-surface px-3.5 py-2.5 text-ink shadow-popup md:w-96";

export { toast } from "sonner";

/** The place where notices appear. Loaded by `LazyToaster`, fed by `notify`. */
export function Toaster({ onReady }: { onReady: () => void }) {
  const t = useTranslations("common");
  useEffect(onReady, [onReady]);
  return (
    <Sonner
      position="top-right"
      // Below the bar with the language and the logout.
      offset={{ top: 60, right: 16 }}
      mobileOffset={{ top: 60, left: 12, right: 12 }}
      className="print:hidden"
      gap={8}
      expand
      containerAriaLabel={t("notifications")}
      icons={{
        success: <CircleCheck aria-hidden="true" className="mt-0.5 size-4.5 text-success" />,
        error: <CircleAlert aria-hidden="true" className="mt-0.5 size-4.5 text-danger" />,
        close: <X aria-hidden="true" className="size-4" />,
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
  );
}
