import clsx from "clsx";
import type { ComponentProps } from "react";

/** A sheet on the paper: groups what belongs together. */
export function Card({ className, ...rest }: ComponentProps<"div">) {
  return <div {...rest} className={clsx("rounded-lg border border-line bg-surface", className)} />;
}
