import clsx from "clsx";

/** The grey shape of something that is on its way. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={clsx("block animate-pulse rounded-sm bg-sunken", className)} />;
}
