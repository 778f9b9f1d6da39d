"use client";

import clsx from "clsx";
import { useTranslations } from "next-intl";
import { Icon } from "./icon";

type ValueProps = { text: string; shown: string; isOld?: boolean };

function Value({ text, shown, isOld = false }: ValueProps) {
  const t = useTranslations("history");
  const Mark = isOld ? "del" : "ins";
  return (
    <Mark
      className={clsx("min-w-0 whitespace-pre-line no-underline", isOld || text === "" ? "text-ink-muted" : "text-ink")}
    >
      <span className="sr-only">{t(isOld ? "old" : "new")}: </span>
      {text === "" ? <i>{t("nothing")}</i> : shown}
    </Mark>
  );
}

type ChangedValueProps = {
  old: string;
  now: string;
  /** What is shown of the values, if not all of them. */
  shownOld?: string;
  shownNow?: string;
};

/** The old and the new value of a field, side by side. */
export function ChangedValue({ old, now, shownOld = old, shownNow = now }: ChangedValueProps) {
  return (
    <span className="flex flex-wrap items-start gap-x-2">
      <Value text={old} shown={shownOld} isOld />
      <span className="flex min-w-0 gap-x-2">
        <Icon name="icon-arrow-right" className="mt-1 size-3.5 text-ink-muted" />
        <Value text={now} shown={shownNow} />
      </span>
    </span>
  );
}
