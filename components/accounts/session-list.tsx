"use client";

import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useLogout } from "@/components/layout/use-logout";
import { notice, notify } from "@/components/toasts/notify";
import { useFailureText } from "@/components/toasts/use-message-text";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { useConfirm } from "@/components/ui/dialogs/confirm-dialog";
import { Icon } from "@/components/ui/icon";
import { Skeleton } from "@/components/ui/skeleton";
import type {
  otherSessionsEnded,
  OwnSession,
  ownSessions,
  sessionEnded,
} from "@/lib/features/accounts/own-account-answers";
import { ApiError, ifApiError, request } from "@/lib/base/browser/api-client";
import { deviceOf, type Device } from "./device";

const PATH = "/api/user/sessions";

/**
 * Loads the user's sessions and returns them with functions that load them again or end them.
 * @param reloadKey a counter; each new value loads the sessions again
 */
function useSessions(reloadKey: number) {
  const failureText = useFailureText();
  const [sessions, setSessions] = useState<OwnSession[] | null>(null);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const [attempt, setAttempt] = useState(0);

  const showSessions = useEffectEvent((list: OwnSession[]) => {
    setSessions(list);
    setFailure(null);
  });
  useEffect(() => {
    const controller = new AbortController();
    request<typeof ownSessions>("GET", PATH, { signal: controller.signal }).then(showSessions, ifApiError(setFailure));
    return () => controller.abort();
  }, [reloadKey, attempt]);

  async function remove(path: string, isEnded: (session: OwnSession) => boolean) {
    const removeEnded = () => setSessions((list) => list && list.filter((session) => !isEnded(session)));
    try {
      const { message } = await request<typeof otherSessionsEnded | typeof sessionEnded>("DELETE", path);
      notify.success(notice(message));
      removeEnded();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notify.danger(failureText(error));
      // The session had already ended, so its row is removed as well.
      if (error.code === "data_not_found") removeEnded();
    }
  }

  return {
    sessions,
    failureText: failure && failureText(failure),
    retry: () => setAttempt(attempt + 1),
    end: (id: number) => remove(`${PATH}/${id}`, (session) => session.id === id),
    endOthers: () => remove(PATH, ({ current }) => !current),
  };
}

/**
 * Formats moments in the browser's time zone. Dates are DD.MM.YYYY in both languages (contract §6).
 */
const MOMENT = new Intl.DateTimeFormat("de-DE", { dateStyle: "medium", timeStyle: "short" });

const ICONS = {
  computer: "icon-monitor",
  mobile: "icon-smartphone",
  program: "icon-terminal",
  unknown: "icon-circle-help",
} as const;

/** Returns a function that returns a device's display name, such as browser and system. */
export function useDeviceText() {
  const t = useTranslations("account");
  return ({ form, client, system }: Device) => {
    if (form === "program") return t("program", { name: client ?? "" });
    if (client && system) return t("browser_on", { browser: client, system });
    return client ?? system ?? t("unknown_device");
  };
}

type SessionRowProps = { session: OwnSession; onEnd: () => Promise<void> };

function SessionRow({ session, onEnd }: SessionRowProps) {
  const t = useTranslations("account");
  const frame = useTranslations("frame");
  const confirm = useConfirm();
  const { logout, busy } = useLogout();
  const device = deviceOf(session.user_agent);
  const name = useDeviceText()(device);

  async function confirmEnd() {
    const isConfirmed = await confirm({
      title: t("end_question"),
      text: t("end_text", { device: name }),
      confirmLabel: t("end"),
      cancelLabel: t("keep"),
      tone: "danger",
    });
    if (isConfirmed) await onEnd();
  }

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <Icon name={ICONS[device.form]} className="size-5 text-ink-muted" />
      <div className="min-w-0 flex-1 basis-40">
        <p className="flex flex-wrap items-center gap-x-2 font-semibold [overflow-wrap:anywhere]">
          {name}
          {session.current && <Badge tone="success">{t("this_device")}</Badge>}
        </p>
        <p className="tabular flex flex-wrap gap-x-3 text-sm text-ink-muted">
          <span>{t("created", { time: MOMENT.format(new Date(session.created_at)) })}</span>
          <span>{t("last_seen", { time: MOMENT.format(new Date(session.last_seen_at)) })}</span>
        </p>
      </div>
      {session.current ? (
        <Button size="sm" busy={busy} onClick={logout}>
          {frame("logout")}
        </Button>
      ) : (
        <Button size="sm" onClick={confirmEnd} aria-label={t("end_named", { device: name })}>
          {t("end")}
        </Button>
      )}
    </li>
  );
}

/**
 * List of the user's sessions. The current one has a logout button; each other one can be ended, or
 * all others at once.
 */
export function SessionList({ reloadKey }: { reloadKey: number }) {
  const t = useTranslations("account");
  const errors = useTranslations("errors");
  const confirm = useConfirm();
  const { sessions, failureText, retry, end, endOthers } = useSessions(reloadKey);
  const [isBusy, setBusy] = useState(false);
  const listRef = useRef<HTMLUListElement>(null);
  const others = sessions?.filter(({ current }) => !current).length ?? 0;

  async function endAndStay(id: number) {
    await end(id);
    // The focused button has disappeared with its row, so the list takes the focus.
    listRef.current?.focus();
  }

  async function endAllOthers() {
    const isConfirmed = await confirm({
      title: t("end_others_question"),
      text: t("end_others_text", { count: others }),
      confirmLabel: t("end_others"),
      cancelLabel: t("keep"),
      tone: "danger",
    });
    if (!isConfirmed) return;
    setBusy(true);
    await endOthers().finally(() => setBusy(false));
    listRef.current?.focus();
  }

  if (!sessions && failureText) {
    return (
      <div className="flex flex-col items-start gap-4">
        <Alert tone="danger">{failureText}</Alert>
        <Button onClick={retry}>{errors("retry")}</Button>
      </div>
    );
  }
  return (
    <>
      <ul
        ref={listRef}
        tabIndex={-1}
        aria-label={t("sessions")}
        aria-busy={!sessions}
        className="divide-y divide-line border-y border-line outline-none"
      >
        {sessions ? (
          sessions.map((session) => (
            <SessionRow key={session.id} session={session} onEnd={() => endAndStay(session.id)} />
          ))
        ) : (
          <li className="py-3">
            <Skeleton className="h-5 w-48" />
            <Skeleton className="mt-2 h-4 w-72 max-w-full" />
          </li>
        )}
      </ul>
      {others > 0 && (
        <Button busy={isBusy} onClick={() => void endAllOthers()} className="mt-4">
          {t("end_others")}
        </Button>
      )}
    </>
  );
}
