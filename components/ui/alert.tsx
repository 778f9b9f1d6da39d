import clsx from "clsx";
import type { ReactNode } from "react";
import { Icon } from "./icon";

type Tone = "info" | "success" | "warning" | "danger";

const TONES = {
  info: { icon: "icon-info", box: "border-accent/35 bg-accent-soft", mark: "text-accent" },
  success: { icon: "icon-circle-check", box: "border-success/35 bg-success-soft", mark: "text-success" },
  warning: { icon: "icon-triangle-alert", box: "border-warning/35 bg-warning-soft", mark: "text-warning" },
  danger: { icon: "icon-circle-alert", box: "border-danger/35 bg-danger-soft", mark: "text-danger" },
} as const;

/**
 * A message that remains on the page. Screen readers announce `danger` assertively, other tones
 * politely.
 */
export function Alert({
  tone = "info",
  children,
  className,
}: {
  tone?: Tone;
  children: ReactNode;
  className?: string;
}) {
  const { icon, box, mark } = TONES[tone];
  return (
    <div
      role={tone === "danger" ? "alert" : "status"}
      className={clsx("flex items-start gap-2.5 rounded-md border px-3 py-2", box, className)}
    >
      <Icon name={icon} className={clsx("mt-0.5 size-4.5", mark)} />
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  );
}
