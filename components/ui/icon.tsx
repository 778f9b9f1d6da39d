import type { aliases, icons } from "@iconify-json/lucide/icons.json";
import clsx from "clsx";

/** One of Lucide's icons, as the class that app/icons.mjs makes of it: written out in quotes where it is used, so that it is found. */
export type IconName = `icon-${keyof typeof icons | keyof typeof aliases}`;

/**
 * A small drawing in the colour of the text around it. The stylesheet draws it, so that it costs neither script nor markup.
 * @param label what it says, where no words beside it do
 */
export function Icon({ name, className, label }: { name: IconName; className?: string; label?: string }) {
  return (
    <span
      {...(label === undefined ? { "aria-hidden": true } : { role: "img", "aria-label": label })}
      className={clsx("icon", name, className)}
    />
  );
}
