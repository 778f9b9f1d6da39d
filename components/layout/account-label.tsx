"use client";

import { useTranslations } from "next-intl";
import { useSignedInAs } from "@/components/navigation/signed-in-as";
import { Icon } from "@/components/ui/icon";
import { Spinner } from "@/components/ui/spinner";

const ACCOUNT_BUTTON =
  "ml-auto flex min-w-0 items-center gap-1 rounded-sm px-1 py-1 text-sm text-ink-muted underline-offset-4 hover:text-ink hover:underline aria-[current=page]:text-ink pointer-coarse:py-2.5";

/** Returns the texts of the link or the button, and their classes. */
export function useAccountAttributes() {
  const t = useTranslations("frame");
  const email = useSignedInAs() ?? "";
  const title = t("signed_in_as", { email });
  return { "aria-label": `${t("titles.account")}: ${email}`, title, className: ACCOUNT_BUTTON };
}

/** The e-mail address, which phones truncate; with a mark if it opens a menu. */
export function AccountLabel({ opensMenu = false, isBusy = false }: { opensMenu?: boolean; isBusy?: boolean }) {
  return (
    <>
      <span className="min-w-0 truncate">{useSignedInAs()}</span>
      {isBusy ? (
        <Spinner className="shrink-0" />
      ) : (
        opensMenu && <Icon name="icon-chevron-down" className="size-4 shrink-0" />
      )}
    </>
  );
}
