import clsx from "clsx";
import type { ComponentProps } from "react";

export function TextInput({ className, type = "text", ...rest }: ComponentProps<"input">) {
  return <input {...rest} type={type} className={clsx("control", className)} />;
}

/**
 * A multi-line text input that grows with its text (where supported) up to half the window height.
 */
export function TextArea({ className, ...rest }: ComponentProps<"textarea">) {
  return (
    <textarea {...rest} className={clsx("field-sizing-content max-h-[50dvh] control min-h-20 resize-y", className)} />
  );
}
