import { useState } from "react";
import { useFailureText } from "@/components/toasts/use-message-text";
import { ApiError } from "@/lib/base/browser/api-client";
import type { FieldErrors } from "@/lib/model/fields/field";

/**
 * Returns a function that runs calls of the API, and what they report: whether one is running, the
 * server's reason if it refused, and its errors by field.
 */
export function useRoundCall() {
  const failureText = useFailureText();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [errors, setErrors] = useState<FieldErrors>({});

  /** Resolves to the result, or to null if the server refused. */
  async function run<Result>(call: () => Promise<Result>): Promise<{ result: Result } | null> {
    setBusy(true);
    setProblem(null);
    setErrors({});
    try {
      return { result: await call() };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setErrors(error.errors ?? {});
      setProblem(failureText(error));
      return null;
    } finally {
      setBusy(false);
    }
  }

  return { run, isBusy, problem, errors };
}
