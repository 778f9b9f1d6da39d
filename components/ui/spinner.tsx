import clsx from "clsx";
import { Icon } from "./icon";

/** Loading indicator, hidden from screen readers, which read the text beside it. */
export function Spinner({ className }: { className?: string }) {
  return <Icon name="icon-loader-circle" className={clsx("size-4 animate-spin", className)} />;
}
