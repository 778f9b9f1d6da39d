import clsx from "clsx";
import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

type Tone = "info" | "success" | "warning" | "danger";

const TONES = {
  info: { icon: Info, box: "border-accent/35 bg-accent-soft", mark: "text-accent" },
  success: { icon: CircleCheck, box: "border-success/35 bg-success-soft", mark: "text-success" },
  warning: { icon: TriangleAlert, box: "border-warning/35 bg-warning-soft", mark: "text-warning" },
  danger: { icon: CircleAlert, box: "border-danger/35 bg-danger-soft", mark: "text-danger" },
} as const;

/** A message that stays in the page. Dangers are announced at once, the others when the reader pauses. */
export function Alert({
  tone = "info",
  children,
  className,
}: {
  tone?: Tone;
  children: ReactNode;
  className?: string;
}) {
  const { icon: Icon, box, mark } = TONES[tone];
  return (
    <div
      role={tone === "danger" ? "alert" : "status"}
      className={clsx("flex items-start gap-2.5 rounded-md border px-3 py-2", box, className)}
    >
      <Icon aria-hidden="true" className={clsx("mt-0.5 size-4.5 shrink-0", mark)} />
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  );
}
