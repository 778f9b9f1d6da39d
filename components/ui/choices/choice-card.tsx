import clsx from "clsx";
import type { ReactNode } from "react";

type ChoiceCardProps = {
  /** Name of the radio group. */
  name: string;
  value: string;
  checked: boolean;
  onChoose: () => void;
  heading: string;
  isMissing?: boolean;
  autoFocus?: boolean;
  children: ReactNode;
};

/** A radio button rendered as a card. */
export function ChoiceCard(props: ChoiceCardProps) {
  const { name, value, checked, onChoose, heading, isMissing = false, autoFocus, children } = props;
  return (
    <label
      className={clsx(
        "flex min-w-0 cursor-pointer items-start gap-2.5 rounded-md border px-3 py-2 hover:bg-sunken",
        "has-checked:border-accent has-checked:bg-accent-soft",
        isMissing ? "border-danger" : "border-line-strong",
      )}
    >
      <input
        type="radio"
        name={name}
        value={value}
        checked={checked}
        onChange={onChoose}
        autoFocus={autoFocus}
        className="mt-1 size-4 shrink-0 accent-accent"
      />
      <span className="min-w-0">
        <span className="block text-sm text-ink-muted">{heading}</span>
        <span className="block [overflow-wrap:anywhere] whitespace-pre-wrap">{children}</span>
      </span>
    </label>
  );
}
