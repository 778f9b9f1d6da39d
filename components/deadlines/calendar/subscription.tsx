"use client";

import { useTranslations } from "next-intl";
import { useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { notify } from "@/components/toasts/notify";
import { useFailureText } from "@/components/toasts/use-message-text";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { useConfirm } from "@/components/ui/dialogs/confirm-dialog";
import { Icon } from "@/components/ui/icon";
import { TextInput } from "@/components/ui/text-input";
import type { calendarAddress, calendarAddressRenewed } from "@/lib/features/deadlines/deadline-answers";
import { ApiError, request } from "@/lib/base/browser/api-client";

const PATH = "/api/user/calendar";

/**
 * Lets the user subscribe to the calendar by URL.
 * @param filterText current filter of the calendar as URL parameters, which the subscription adopts
 */
export function Subscription({ filterText }: { filterText: string }) {
  const t = useTranslations("calendar.subscribe");
  const confirm = useConfirm();
  const failureText = useFailureText();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [address, setAddress] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function loadAddress(method: "GET" | "POST", path: string): Promise<boolean> {
    setBusy(true);
    try {
      const { url } = await request<typeof calendarAddress | typeof calendarAddressRenewed>(method, path);
      // Renders synchronously, so that the field exists when it is focused.
      flushSync(() => setAddress(url));
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notify.danger(failureText(error));
      return false;
    } finally {
      setBusy(false);
    }
  }

  async function show() {
    // The URL field replaces the focused button, so it takes the focus.
    if (await loadAddress("GET", PATH)) field.current?.focus();
  }

  async function renew() {
    const question = { title: t("renew_question"), text: t("renew_text"), tone: "danger" as const };
    if (!(await confirm({ ...question, confirmLabel: t("renew"), cancelLabel: t("keep") }))) return;
    if (await loadAddress("POST", `${PATH}/renew`)) notify.success(t("renewed"));
  }

  const url = address && (filterText ? `${address}?${filterText}` : address);
  async function copy() {
    await navigator.clipboard.writeText(url ?? "").then(
      () => notify.success(t("copied")),
      // If clipboard access is denied, the text is selected for copying by hand.
      () => field.current?.select(),
    );
  }

  return (
    <Card className="mt-4 p-4 md:p-5 print:hidden">
      <h2 className="flex items-center gap-2 text-lg font-semibold">
        <Icon name="icon-calendar-plus" className="size-5 text-accent" />
        {t("title")}
      </h2>
      <p className="mt-1 max-w-prose text-ink-muted">{t("text")}</p>
      {url === null ? (
        <Button busy={isBusy} onClick={() => void show()} className="mt-3">
          {t("show")}
        </Button>
      ) : (
        <div className="mt-3 max-w-4xl">
          <label htmlFor={id} className="text-sm font-semibold">
            {t("address")}
          </label>
          <div className="mt-1 flex flex-wrap gap-2">
            <TextInput
              ref={field}
              id={id}
              readOnly
              value={url}
              aria-describedby={`${id}-how`}
              onFocus={(event) => event.currentTarget.select()}
              className="min-w-0 flex-1 basis-72 font-mono text-sm"
            />
            <Button onClick={() => void copy()} icon={<Icon name="icon-copy" className="size-4" />}>
              {t("copy")}
            </Button>
            <Button
              variant="ghost"
              busy={isBusy}
              onClick={() => void renew()}
              icon={<Icon name="icon-rotate-cw" className="size-4" />}
            >
              {t("renew")}
            </Button>
          </div>
          <p id={`${id}-how`} className="mt-2 max-w-prose text-sm text-ink-muted">
            {filterText && `${t("filtered")} `}
            {t("how")}
          </p>
        </div>
      )}
    </Card>
  );
}
