import clsx from "clsx";
import type { ReactNode } from "react";

type Tone = "neutral" | "accent" | "success" | "warning" | "danger";

const TONES: Record<Tone, string> = {
  neutral: "bg-sunken text-ink",
  accent: "bg-accent-soft text-accent-strong",
  success: "bg-success-soft text-success",
  warning: "bg-warning-soft text-warning",
  danger: "bg-danger-soft text-danger",
};

/** A short highlighted word or number: a status, a topic, a count. */
export function Badge({
  tone = "neutral",
  children,
  className,
}: {
  tone?: Tone;
  children: ReactNode;
  className?: string;
}) {
  return (
    <span
      className={clsx(
        "tabular inline-flex max-w-full items-center gap-1 rounded-sm px-1.5 py-px text-sm leading-5",
        TONES[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}
