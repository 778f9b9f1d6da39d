import clsx from "clsx";
import type { ComponentProps } from "react";

/** A bordered surface that groups related content. */
export function Card({ className, ...rest }: ComponentProps<"div">) {
  return <div {...rest} className={clsx("rounded-lg border border-line bg-surface", className)} />;
}
