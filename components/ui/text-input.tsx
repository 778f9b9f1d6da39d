import clsx from "clsx";
import type { ComponentProps } from "react";

/** A one-line text input; `type` may be any textual type, `date` included. */
export function TextInput({ className, type = "text", ...rest }: ComponentProps<"input">) {
  return <input {...rest} type={type} className={clsx("control", className)} />;
}
