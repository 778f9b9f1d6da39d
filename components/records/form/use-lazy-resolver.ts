"use client";

import { useCallback } from "react";
import type { FieldErrors, FieldValues, Resolver } from "react-hook-form";
import { notice, notify } from "@/components/toasts/notify";
import { loadOrNull, usePreload } from "@/components/ui/use-preload";
import type { AnyDefinition } from "@/lib/model/kinds/define";

/**
 * Loads the validation code. Preloaded once the page is shown, as it is not needed before the user
 * types.
 */
const load = () => import("./record-resolver");

/**
 * Validation result if the code cannot be loaded: reports an unreachable server and retains typed
 * values.
 */
const NO_CHECK = { values: {}, errors: { root: { type: "load", message: "error_api" } } };

/** Returns the form's resolver, loaded lazily. If loading fails, the `root` error reports it. */
export function useLazyResolver(definition: AnyDefinition): Resolver<FieldValues> {
  usePreload(load);
  return useCallback(
    async (...checked) => {
      const loaded = await loadOrNull(load);
      if (!loaded) return NO_CHECK;
      return loaded.resolverOf(definition)(...checked);
    },
    [definition],
  );
}

/** Returns a handler that notifies the user when the form could not be validated. */
export function useReportUnchecked() {
  return ({ root }: FieldErrors) => {
    if (root?.message) notify.danger(notice(root.message));
  };
}
