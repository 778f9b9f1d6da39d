"use client";

import { useTranslations } from "next-intl";
import { useState, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { BULK_MAX_LIST } from "@/lib/model/limits";
import { SelectionBar } from "../shared/selection-bar";

type LinksBarProps = {
  count: number;
  /** Further actions, rendered beside the count. */
  beside: ReactNode;
  onClear: () => void;
  onRemove: () => Promise<void>;
};

/**
 * Bar with the number of selected links and an unlink button, which is disabled if more links are
 * selected than one request accepts.
 */
export function LinksBar({ count, beside, onClear, onRemove }: LinksBarProps) {
  const tr = useTranslations("records");
  const tl = useTranslations("links");
  const [isBusy, setBusy] = useState(false);
  const isTooMuch = count > BULK_MAX_LIST;
  function remove() {
    setBusy(true);
    void onRemove().finally(() => setBusy(false));
  }
  return (
    <SelectionBar
      count={count}
      onClear={onClear}
      beside={
        <>
          {isTooMuch && (
            <p role="status" className="text-sm text-ink-muted">
              {tr("bulk.at_most", { count: BULK_MAX_LIST })}
            </p>
          )}
          {beside}
        </>
      }
    >
      <Button
        size="sm"
        busy={isBusy}
        disabled={isTooMuch}
        onClick={remove}
        icon={<Icon name="icon-unlink" className="size-4" />}
      >
        {tl("remove", { count })}
      </Button>
    </SelectionBar>
  );
}
