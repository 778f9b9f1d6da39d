"use client";

import { useCallback } from "react";
import type { FieldErrors, FieldValues, Resolver } from "react-hook-form";
import { notify } from "@/components/toasts/notify";
import { useNoticeText } from "@/components/toasts/use-message-text";
import { usePreload } from "@/components/ui/use-preload";
import { answeredValues, type AnyDefinition } from "@/lib/records/kinds/define";

/** Fetched soon after the page stands: nothing is checked before somebody types. */
const load = () => import("./record-resolver");

/** As with any request that finds no server: that is said, and what was typed stays. */
const NO_CHECK = { values: {}, errors: { root: { type: "load", message: "error_api" } } };

/** What checks the form of a kind. Where its code cannot be had, the form's `root` error says so. */
export function useLazyResolver(definition: AnyDefinition): Resolver<FieldValues> {
  usePreload(load);
  return useCallback(
    async (...checked) => {
      const loaded = await load().catch(() => null);
      if (!loaded) return NO_CHECK;
      const result = await loaded.resolverOf(definition)(...checked);
      // What travels apart the form does not know: sent along, its default would take the place of what is kept.
      return { ...result, values: answeredValues(definition, result.values) } as typeof result;
    },
    [definition],
  );
}

/** Says that nothing could be checked, where that is what keeps a form from being sent. */
export function useSayUnchecked() {
  const noticeText = useNoticeText();
  return ({ root }: FieldErrors) => {
    if (root?.message) notify.danger(noticeText(root.message));
  };
}
