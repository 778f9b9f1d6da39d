import clsx from "clsx";
import type { ReactNode } from "react";
import type { EntryColour } from "@/lib/model/entry-colour";

type Tone = "neutral" | "accent" | "success" | "warning" | "danger" | EntryColour;

/** Paper and contrast themes have no background colours: a border shows the tag there. */
const TAG = "border border-transparent print:border-current";

const TONES: Record<Tone, string> = {
  neutral: "bg-sunken text-ink",
  accent: "bg-accent-soft text-accent-strong",
  success: "bg-success-soft text-success",
  warning: "bg-warning-soft text-warning",
  danger: "bg-danger-soft text-danger",
  grey: `${TAG} bg-tag-grey-soft text-tag-grey`,
  blue: `${TAG} bg-tag-blue-soft text-tag-blue`,
  green: `${TAG} bg-tag-green-soft text-tag-green`,
  amber: `${TAG} bg-tag-amber-soft text-tag-amber`,
  red: `${TAG} bg-tag-red-soft text-tag-red`,
  violet: `${TAG} bg-tag-violet-soft text-tag-violet`,
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
