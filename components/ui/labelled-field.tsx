"use client";

import clsx from "clsx";
import { useTranslations } from "next-intl";
import { useEffect, useId, useRef, type ReactNode } from "react";
import { Icon } from "./icon";

/** Props that `LabelledField` passes to its child, which spreads them onto the input. */
export type ControlProps = {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
  "aria-required": true | undefined;
};

/** Returns the id of a control's label. */
export const labelIdOf = (control: ControlProps) => `${control.id}-label`;

type FieldProps = {
  label: string;
  required?: boolean;
  hint?: string;
  /** Translated error message; its presence marks the field as invalid. */
  error?: string;
  /** Marks the field as invalid without an error message, as a toast explains the error. */
  failed?: boolean;
  /** Marks the field as valid. */
  valid?: boolean;
  /** Marks the field as valid, but with a hint that doubts the value; takes the place of `valid`. */
  doubtful?: boolean;
  className?: string;
  children: (control: ControlProps) => ReactNode;
};

/** Label, hint, error message and validity mark around a control. */
export function LabelledField({
  label,
  required = false,
  hint,
  error,
  failed = false,
  valid = false,
  doubtful = false,
  className,
  children,
}: FieldProps) {
  const t = useTranslations("common");
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const fieldRef = useRef<HTMLDivElement>(null);
  /**
   * Scrolls the whole field into view: browsers do so only for the focused control, not for the
   * message below it.
   */
  const scrollToField = () => fieldRef.current?.scrollIntoView({ block: "nearest" });
  useEffect(() => {
    if (error && fieldRef.current?.contains(document.activeElement)) scrollToField();
  }, [error]);
  const describedBy = [error && errorId, hint && hintId].filter(Boolean).join(" ");
  const control: ControlProps = {
    id,
    "aria-describedby": describedBy || undefined,
    "aria-invalid": error || failed ? true : undefined,
    "aria-required": required || undefined,
  };
  return (
    <div
      ref={fieldRef}
      onFocus={error ? scrollToField : undefined}
      className={clsx("flex min-w-0 flex-col gap-1", className)}
    >
      <div className="flex min-h-5 items-end justify-between gap-2">
        <label id={labelIdOf(control)} htmlFor={id} className="text-sm leading-5 font-semibold">
          {label}
          {required && (
            <span className="ml-0.5 text-danger" aria-hidden="true">
              *
            </span>
          )}
        </label>
        {error || failed ? (
          <Icon name="icon-circle-alert" className="size-4.5 text-danger" />
        ) : doubtful ? (
          <Icon name="icon-triangle-alert" label={t("doubtful")} className="size-4.5 text-warning" />
        ) : (
          valid && <Icon name="icon-circle-check" label={t("valid")} className="size-4.5 text-success" />
        )}
      </div>
      {children(control)}
      {error && (
        <p id={errorId} className="text-sm font-medium text-danger">
          {error}
        </p>
      )}
      {hint && (
        <p id={hintId} className="text-sm text-ink-muted">
          {hint}
        </p>
      )}
    </div>
  );
}
