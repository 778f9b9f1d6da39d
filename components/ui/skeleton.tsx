import clsx from "clsx";

/** Placeholder for loading content. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={clsx("block animate-pulse rounded-sm bg-sunken", className)} />;
}
