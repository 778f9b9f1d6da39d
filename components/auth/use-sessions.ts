"use client";

import { useEffect, useEffectEvent, useState } from "react";
import { notify } from "@/components/ui/notify";
import { useFailureText, useNoticeText } from "@/components/ui/use-message-text";
import { ApiError, isAbort, request } from "@/lib/api-client";

/** A place where the user is logged in (contract §5). */
export type UserSession = {
  id: number;
  created_at: string;
  last_seen_at: string;
  user_agent: string;
  current: boolean;
};

const PATH = "/api/user/sessions";

/**
 * Where the user is logged in, and how to end that elsewhere.
 * @param round a number whose change asks for the list anew
 */
export function useSessions(round: number) {
  const noticeText = useNoticeText();
  const failureText = useFailureText();
  const [sessions, setSessions] = useState<UserSession[] | null>(null);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const [attempt, setAttempt] = useState(0);

  const take = useEffectEvent((list: UserSession[]) => {
    setSessions(list);
    setFailure(null);
  });
  const fail = useEffectEvent((error: unknown) => {
    if (error instanceof ApiError) setFailure(error);
    else if (!isAbort(error)) throw error;
  });
  useEffect(() => {
    const controller = new AbortController();
    request<UserSession[]>("GET", PATH, { signal: controller.signal }).then(take, fail);
    return () => controller.abort();
  }, [round, attempt]);

  async function end(id: number) {
    const remove = () => setSessions((list) => list && list.filter((session) => session.id !== id));
    try {
      const { message } = await request<{ message: string }>("DELETE", `${PATH}/${id}`);
      notify.success(noticeText(message));
      remove();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notify.danger(failureText(error));
      // It has ended by itself meanwhile.
      if (error.code === "data_not_found") remove();
    }
  }

  return { sessions, failureText: failure && failureText(failure), retry: () => setAttempt(attempt + 1), end };
}
