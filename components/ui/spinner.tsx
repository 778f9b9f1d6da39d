import clsx from "clsx";
import { LoaderCircle } from "lucide-react";

/** A small turning circle; purely visual, the text beside it says what is going on. */
export function Spinner({ className }: { className?: string }) {
  return <LoaderCircle aria-hidden="true" className={clsx("size-4 animate-spin", className)} />;
}
