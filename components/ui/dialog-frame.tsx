"use client";

import { Dialog as Base } from "@base-ui/react/dialog";
import clsx from "clsx";
import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import type { DialogProps } from "./dialog";
import { BACKDROP_CLASSES, FOOTER_CLASSES, POPUP_CLASSES, VIEWPORT_CLASSES } from "./dialog-styles";
import { IconButton } from "./icon-button";

/** The dialog itself; use it through `Dialog`, which loads it when needed. */
export function DialogFrame({ open, onOpenChange, title, description, wide = false, children, footer }: DialogProps) {
  const t = useTranslations("common");
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Base.Portal>
        <Base.Backdrop className={BACKDROP_CLASSES} />
        <Base.Viewport className={VIEWPORT_CLASSES}>
          <Base.Popup className={clsx(POPUP_CLASSES, wide ? "max-w-3xl" : "max-w-lg")}>
            <div className="flex items-start justify-between gap-3 px-5 pt-4 pb-2">
              <div className="min-w-0">
                <Base.Title className="text-lg font-semibold">{title}</Base.Title>
                {description && <Base.Description className="mt-0.5 text-ink-muted">{description}</Base.Description>}
              </div>
              <Base.Close
                render={
                  <IconButton
                    label={t("close")}
                    tooltipSide="left"
                    icon={<X aria-hidden="true" className="size-4.5" />}
                  />
                }
              />
            </div>
            <div className="min-h-0 overflow-y-auto px-5 pb-4">{children}</div>
            {footer && <div className={FOOTER_CLASSES}>{footer}</div>}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
