"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { buttonClasses } from "@/components/ui/button-looks";
import { Icon } from "@/components/ui/icon";

/**
 * Button that unfolds the filters of a list, on phones only: there, `folding-list` hides what has
 * `data-folds` until it is pressed.
 * @param count number of filters in effect
 */
export function FoldButton({ count }: { count: number }) {
  const t = useTranslations("records.filters");
  const [isFolded, setFolded] = useState(true);
  return (
    <button
      type="button"
      data-fold
      aria-expanded={!isFolded}
      onClick={() => setFolded(!isFolded)}
      className={buttonClasses({ size: "sm", className: "sm:hidden" })}
    >
      {/* Open, it leaves its line to the other buttons. */}
      <span className={isFolded ? undefined : "sr-only"}>{t("fold", { count })}</span>
      <Icon name="icon-chevron-down" className="size-4 in-aria-expanded:rotate-180" />
    </button>
  );
}
