import clsx from "clsx";
import { Icon } from "./icon";

/** A small turning circle; purely visual, the text beside it says what is going on. */
export function Spinner({ className }: { className?: string }) {
  return <Icon name="icon-loader-circle" className={clsx("size-4 animate-spin", className)} />;
}
