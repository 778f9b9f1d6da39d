"use client";

import { useTranslations } from "next-intl";
import { Fragment } from "react";
import { Dialog } from "@/components/ui/dialogs/dialog";
import { dynamicKey } from "@/lib/model/messages/i18n";
import { isApple } from "@/lib/base/browser/is-apple";
import { shortcutGroups } from "./shortcut-groups";
import { ACCOUNT_PATH } from "@/lib/model/own-path";
import { useSingleKeys } from "./single-keys";

/** The setting that switches single-letter shortcuts off (components/accounts). */
const SETTING = `${ACCOUNT_PATH}#keyboard`;

type ShortcutSheetProps = { open: boolean; onOpenChange: (open: boolean) => void };

/** Dialog that lists all shortcuts; single-letter shortcuts only if the user has them on. */
export function ShortcutSheet({ open, onOpenChange }: ShortcutSheetProps) {
  const t = useTranslations("frame.shortcuts");
  const hasSingleKeys = useSingleKeys();
  const groups = shortcutGroups(hasSingleKeys);
  const keyName = (key: string) => {
    if (key === "Ctrl") return isApple() ? "⌘" : t("keys.ctrl");
    return /^[A-Z][a-z]/.test(key) ? t(dynamicKey<"frame.shortcuts">(`keys.${key.toLowerCase()}`)) : key;
  };
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t("title")} isWide>
      <div className="gap-x-8 sm:columns-2">
        {groups.map(({ name, shortcuts }) => (
          <section key={name} aria-labelledby={`shortcuts-${name}`} className="mb-4 break-inside-avoid">
            <h3 id={`shortcuts-${name}`} className="mb-1 text-sm font-semibold text-ink-muted">
              {t(`groups.${name}`)}
            </h3>
            <dl className="divide-y divide-line border-y border-line">
              {shortcuts.map(({ does, keys }) => (
                <div key={does} className="flex items-baseline justify-between gap-4 py-1.5">
                  <dt className="min-w-0">{t(`does.${does}`)}</dt>
                  <dd className="flex shrink-0 flex-wrap items-baseline justify-end gap-1">
                    {keys.map((key, index) => (
                      <Fragment key={key}>
                        {index > 0 && " "}
                        <kbd className="min-w-6 rounded-sm border border-line-strong bg-sunken px-1.5 text-center font-sans text-sm">
                          {key.split("+").map(keyName).join(" ")}
                        </kbd>
                      </Fragment>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <p className="mt-3 text-sm text-ink-muted">
        {t.rich(hasSingleKeys ? "on" : "off", {
          account: (text) => (
            <a
              href={SETTING}
              onClick={() => onOpenChange(false)}
              className="font-medium text-accent underline underline-offset-2"
            >
              {text}
            </a>
          ),
        })}
      </p>
    </Dialog>
  );
}
