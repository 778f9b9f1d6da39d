import clsx from "clsx";
import type { ComponentProps } from "react";

/** A text input for several lines, which grows with its text where the browser can. */
export function TextArea({ className, rows = 3, ...rest }: ComponentProps<"textarea">) {
  return (
    <textarea {...rest} rows={rows} className={clsx("field-sizing-content control min-h-20 resize-y", className)} />
  );
}
