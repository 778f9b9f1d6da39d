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
import { ApiError, type Refusal } from "@/lib/api-client";
import { NAME_MAX_LENGTH, NOTICE_DEFAULT_MS, PASSWORD_MAX_BYTES, PASSWORD_MIN_LENGTH } from "@/lib/limits";
import type { resolvers as accountResolvers } from "./account-resolvers";

type Resolvers = typeof accountResolvers;

/** What a field shows of its state, and what its input is registered with. */
export type BoundField = { error: string | undefined; failed: boolean; valid: boolean; input: UseFormRegisterReturn };

/** What the frame of a form needs to know. */
export type AccountFormState = {
  busy: boolean;
  onSubmit: () => void;
  onInput: () => void;
};

type Options<Values extends FieldValues, Answer> = {
  resolver: (resolvers: Resolvers) => Resolver<Values>;
  /**
   * Leave out what starts empty: the form then takes what the inputs hold, and does not wipe what was typed, or filled in
   * by a password manager, before the page was awake.
   */
  defaultValues?: DefaultValues<Values>;
  send: (values: Values) => Promise<Answer | Refusal>;
  onDone: (answer: Answer, values: Values) => void;
  onRefused?: (code: string) => void;
  /** The fields that a refusal is about, by its code: they are marked as failed until one of them changes. */
  failedFields?: Readonly<Record<string, readonly Path<Values>[]>>;
  /** How long the notice of a refusal stays, in milliseconds, where the form itself was refused. */
  noticeMs?: number;
  /** The shortest password that may be chosen here, where it is more than what logs in. */
  passwordMin?: number;
  /** Texts that say more than the general ones, by field and code: `current_password.mismatch`. */
  fieldTexts?: Record<string, string>;
};

/** `min` is what the form's new password needs; its others may be older. */
function limitsOf(name: string, min: number) {
  if (!name.includes("password")) return { max: NAME_MAX_LENGTH };
  return { min: name === "password" ? min : PASSWORD_MIN_LENGTH, max: PASSWORD_MAX_BYTES };
}

/** Fetches the validation code when it is first needed, so that the page itself stays light. */
const loadResolvers = () => import("./account-resolvers").then((module) => module.resolvers);

const isRefusal = (answer: object): answer is Refusal => "success" in answer && answer.success === false;

/**
 * Puts work off while a pointer is pressed. Whatever moves the page between press and release makes the click miss, as
 * an error does that appears because the press took the focus from its field.
 */
function useAfterPress(): (work: () => void) => void {
  const isPressed = useRef(false);
  const waiting = useRef<(() => void)[]>([]);
  useEffect(() => {
    const press = () => {
      isPressed.current = true;
    };
    const release = () => {
      isPressed.current = false;
      // The click itself comes after the release.
      setTimeout(() => waiting.current.splice(0).forEach((work) => work()));
    };
    const controller = new AbortController();
    const options = { capture: true, signal: controller.signal };
    document.addEventListener("pointerdown", press, options);
    document.addEventListener("pointerup", release, options);
    document.addEventListener("pointercancel", release, options);
    return () => controller.abort();
  }, []);
  return useCallback((work) => void (isPressed.current ? waiting.current.push(work) : work()), []);
}

/** A form of the account pages: its validation, its one request, and the notice of a refusal (spec §§5, 8). */
export function useAccountForm<Values extends FieldValues, Answer extends object>(options: Options<Values, Answer>) {
  const {
    send,
    onDone,
    onRefused,
    fieldTexts,
    noticeMs = NOTICE_DEFAULT_MS,
    failedFields,
    passwordMin = PASSWORD_MIN_LENGTH,
  } = options;
  const failureText = useFailureText();
  const validationText = useValidationText();
  /** The fields that the last attempt was refused for; null where it was not refused. */
  const [refused, setRefused] = useState<readonly Path<Values>[] | null>(null);

  const form = useForm<Values>({
    resolver: async (...checked) => {
      const resolvers = await loadResolvers().catch(() => null);
      // As with any other request that finds no server: it is said, and what was typed stays.
      if (!resolvers)
        return { values: {}, errors: { root: { type: "load", message: "error_api" } } } as ResolverError<Values>;
      return options.resolver(resolvers)(...checked);
    },
    defaultValues: options.defaultValues,
    // Before the first attempt to send, fields are checked as `bind` says.
    mode: "onSubmit",
  });
  const { register, setError, trigger, formState, getFieldState } = form;
  const { errors, isSubmitted, isSubmitting } = formState;
  const afterPress = useAfterPress();

  /** Whether a field shows what is said of it: not before something was typed there, or sent. */
  function isChecked(name: Path<Values>): boolean {
    const { isTouched, isDirty } = getFieldState(name, formState);
    return isSubmitted || (isTouched && isDirty);
  }

  function refuse({ code, retryAfterSeconds }: Failure) {
    setRefused(failedFields?.[code] ?? []);
    // Not about what was typed: there is more to read, and nothing to correct.
    const isOfServer = retryAfterSeconds !== undefined || code === "error_api";
    notify.danger(failureText({ code, retryAfterSeconds }), isOfServer ? NOTICE_DEFAULT_MS : noticeMs);
    onRefused?.(code);
  }

  async function submit(values: Values) {
    setRefused(null);
    try {
      const answer = await send(values);
      if (isRefusal(answer)) refuse({ code: answer.message });
      else onDone(answer, values);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const wrong = Object.entries(error.errors ?? {}).filter(([name]) => name in values);
      wrong.forEach(([name, [message]], index) =>
        setError(name as Path<Values>, { message }, { shouldFocus: index === 0 }),
      );
      refuse(error);
    }
  }

  function bind(name: Path<Values>): BoundField {
    const code = errors[name]?.message as string | undefined;
    const onChange = () => {
      if (refused?.includes(name)) setRefused([]);
      // After that, the form itself checks what changes.
      if (!isSubmitted && isChecked(name)) void trigger(name);
      // What was said of the confirmation may be wrong as soon as the password changes.
      const confirmation = "c_password" as Path<Values>;
      if (name === "password" && isChecked(confirmation)) void trigger(confirmation);
    };
    const onBlur = ({ target }: { target: { value: string } }) => {
      if (target.value !== "") afterPress(() => void trigger(name));
    };
    return {
      error: code && (fieldTexts?.[`${name}.${code}`] ?? validationText(code, limitsOf(name, passwordMin))),
      failed: refused?.includes(name) ?? false,
      // Nothing is called right of what was just refused.
      valid: !code && !refused && getFieldState(name, formState).isDirty && isChecked(name),
      input: register(name, { onChange, onBlur }),
    };
  }

  const state: AccountFormState = {
    busy: isSubmitting,
    onSubmit: form.handleSubmit(submit, ({ root }) => root && refuse({ code: "error_api" })),
    // A chunk that does not arrive is asked for again when the form is checked.
    onInput: () => void loadResolvers().catch(() => undefined),
  };
  return { ...form, bind, state };
}
