import clsx from "clsx";
import { Icon } from "./icon";

/** Loading indicator; purely visual, the text beside it is read aloud. */
export function Spinner({ className }: { className?: string }) {
  return <Icon name="icon-loader-circle" className={clsx("size-4 animate-spin", className)} />;
}
