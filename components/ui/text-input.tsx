import clsx from "clsx";
import type { ComponentProps } from "react";

/** A one-line text input; `type` may be any textual type, `date` included. */
export function TextInput({ className, type = "text", ...rest }: ComponentProps<"input">) {
  return <input {...rest} type={type} className={clsx("control", className)} />;
}

/** A text input for several lines, which grows with its text where the browser can, to half the window. */
export function TextArea({ className, ...rest }: ComponentProps<"textarea">) {
  return (
    <textarea {...rest} className={clsx("field-sizing-content max-h-[50dvh] control min-h-20 resize-y", className)} />
  );
}
