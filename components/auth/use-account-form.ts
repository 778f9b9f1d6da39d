"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import {
  useForm,
  type DefaultValues,
  type FieldValues,
  type Path,
  type Resolver,
  type ResolverError,
  type UseFormRegisterReturn,
} from "react-hook-form";
import { notify } from "@/components/toasts/notify";
import { useFailureText, useValidationText, type Failure } from "@/components/toasts/use-message-text";
import { loadOrNull, preload } from "@/components/ui/use-preload";
import { ApiError, type Refusal } from "@/lib/base/browser/api-client";
import { NAME_MAX_LENGTH, TOAST_DEFAULT_MS, PASSWORD_MAX_BYTES, PASSWORD_MIN_LENGTH } from "@/lib/model/limits";
import type { resolvers as accountResolvers } from "./account-resolvers";

type Resolvers = typeof accountResolvers;

/** Display state of a field, and the props that register its input with react-hook-form. */
export type BoundField = { error: string | undefined; failed: boolean; valid: boolean; input: UseFormRegisterReturn };

/** State and handlers that `AccountForm` needs. */
export type AccountFormState = {
  busy: boolean;
  onSubmit: () => void;
  onInput: () => void;
};

type Options<Values extends FieldValues, Answer> = {
  resolver: (resolvers: Resolvers) => Resolver<Values>;
  /**
   * Omit fields that start empty: the form then adopts what the inputs contain and does not clear
   * text typed, or filled in by a password manager, before hydration. The type of the values follows
   * from the resolver alone.
   */
  defaultValues?: NoInfer<DefaultValues<Values>>;
  send: (values: Values) => Promise<Answer | Refusal>;
  onDone: (answer: Answer, values: Values) => void;
  onRefused?: (code: string) => void;
  /**
   * Fields to mark as failed, keyed by the code of the server's refusal. The marks disappear when
   * one of these fields changes.
   */
  failedFields?: Readonly<Record<string, readonly Path<Values>[]>>;
  /** Duration in milliseconds of the toast after the server has refused the input. */
  noticeMs?: number;
  /** Minimum length of a new password; by default the same as for a login. */
  passwordMin?: number;
  /**
   * Error texts that replace the default ones, keyed by field and code, such as
   * `current_password.mismatch`.
   */
  fieldTexts?: Record<string, string>;
};

/**
 * Length limits of a field. `min` applies only to a new password; existing passwords may be
 * shorter.
 */
function limitsOf(name: string, min: number) {
  if (!name.includes("password")) return { max: NAME_MAX_LENGTH };
  return { min: name === "password" ? min : PASSWORD_MIN_LENGTH, max: PASSWORD_MAX_BYTES };
}

/** Loads the validation code on first use, to keep the page light. */
const loadResolvers = () => import("./account-resolvers").then((module) => module.resolvers);

const isRefusal = (answer: object): answer is Refusal => "success" in answer && answer.success === false;

/**
 * Returns a function that defers work while a pointer is pressed. Otherwise an error that appears
 * when the press blurs a field could move the button before the release, and the click would miss
 * it.
 */
function useAfterPress(): (task: () => void) => void {
  const isPressed = useRef(false);
  const waiting = useRef<(() => void)[]>([]);
  useEffect(() => {
    const press = () => {
      isPressed.current = true;
    };
    const release = () => {
      isPressed.current = false;
      // Waits for the click event, which follows the release.
      setTimeout(() => waiting.current.splice(0).forEach((task) => task()));
    };
    const controller = new AbortController();
    const options = { capture: true, signal: controller.signal };
    document.addEventListener("pointerdown", press, options);
    document.addEventListener("pointerup", release, options);
    document.addEventListener("pointercancel", release, options);
    return () => controller.abort();
  }, []);
  return useCallback((task) => void (isPressed.current ? waiting.current.push(task) : task()), []);
}

/**
 * State of an account form: validates the input, sends a single request, and shows a toast if the
 * server refuses it (spec §§5, 8).
 */
export function useAccountForm<Values extends FieldValues, Answer extends object>(options: Options<Values, Answer>) {
  const {
    send,
    onDone,
    onRefused,
    fieldTexts,
    noticeMs = TOAST_DEFAULT_MS,
    failedFields,
    passwordMin = PASSWORD_MIN_LENGTH,
  } = options;
  const failureText = useFailureText();
  const validationText = useValidationText();
  /** Fields marked as failed by the server's last refusal; null if there was no refusal. */
  const [markedFields, setMarkedFields] = useState<readonly Path<Values>[] | null>(null);

  const form = useForm<Values>({
    resolver: async (...checked) => {
      const resolvers = await loadOrNull(loadResolvers);
      // If the validation code cannot be loaded, reports an unreachable server and retains typed
      // values.
      if (!resolvers)
        return { values: {}, errors: { root: { type: "load", message: "error_api" } } } as ResolverError<Values>;
      return options.resolver(resolvers)(...checked);
    },
    defaultValues: options.defaultValues,
    // Before the first submit, `bind` triggers the validation of fields.
    mode: "onSubmit",
  });
  const { register, setError, trigger, formState, getFieldState } = form;
  const { errors, isSubmitted, isSubmitting } = formState;
  const afterPress = useAfterPress();

  /**
   * True if a field may show whether it is valid: after the user changed and left it, or after a
   * submit.
   */
  function isChecked(name: Path<Values>): boolean {
    const { isTouched, isDirty } = getFieldState(name, formState);
    return isSubmitted || (isTouched && isDirty);
  }

  function handleRefusal({ code, retryAfterSeconds }: Failure) {
    setMarkedFields(failedFields?.[code] ?? []);
    // If the server did not refuse the input itself, the text is longer and the user cannot correct
    // anything, so the toast stays longer.
    const isServerFailure = retryAfterSeconds !== undefined || code === "error_api";
    notify.danger(failureText({ code, retryAfterSeconds }), isServerFailure ? TOAST_DEFAULT_MS : noticeMs);
    onRefused?.(code);
  }

  async function submit(values: Values) {
    setMarkedFields(null);
    try {
      const answer = await send(values);
      if (isRefusal(answer)) handleRefusal({ code: answer.message });
      else onDone(answer, values);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const fieldErrors = Object.entries(error.errors ?? {}).filter(([name]) => name in values);
      fieldErrors.forEach(([name, [message]], index) =>
        setError(name as Path<Values>, { message }, { shouldFocus: index === 0 }),
      );
      handleRefusal(error);
    }
  }

  function bind(name: Path<Values>): BoundField {
    const code = errors[name]?.message as string | undefined;
    const onChange = () => {
      if (markedFields?.includes(name)) setMarkedFields([]);
      // After a submit, react-hook-form itself revalidates changes.
      if (!isSubmitted && isChecked(name)) void trigger(name);
      // Validates the confirmation again, as it must equal the password.
      const confirmation = "c_password" as Path<Values>;
      if (name === "password" && isChecked(confirmation)) void trigger(confirmation);
    };
    const onBlur = ({ target }: { target: { value: string } }) => {
      if (target.value !== "") afterPress(() => void trigger(name));
    };
    return {
      error: code && (fieldTexts?.[`${name}.${code}`] ?? validationText(code, limitsOf(name, passwordMin))),
      failed: markedFields?.includes(name) ?? false,
      // After a refusal, no field is marked as valid until the next submit.
      valid: !code && !markedFields && getFieldState(name, formState).isDirty && isChecked(name),
      input: register(name, { onChange, onBlur }),
    };
  }

  const state: AccountFormState = {
    busy: isSubmitting,
    onSubmit: form.handleSubmit(submit, ({ root }) => root && handleRefusal({ code: "error_api" })),
    // Preloads the validation code; if this fails, the validation loads it again.
    onInput: () => preload(loadResolvers),
  };
  return { ...form, bind, state };
}
