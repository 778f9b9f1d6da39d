import clsx from "clsx";

export type ButtonVariant = "primary" | "secondary" | "ghost" | "danger";
export type ButtonSize = "sm" | "md";

const VARIANTS: Record<ButtonVariant, string> = {
  primary: "border-transparent bg-accent text-on-accent hover:bg-accent-strong",
  secondary: "border-line-strong bg-surface text-ink hover:border-ink-muted hover:bg-sunken",
  ghost: "border-transparent bg-transparent text-ink-muted hover:bg-sunken hover:text-ink",
  danger: "border-transparent bg-danger text-on-danger hover:bg-danger-strong",
};

const SIZES: Record<ButtonSize, string> = {
  sm: "min-h-8 px-2.5 text-sm pointer-coarse:min-h-10",
  md: "min-h-9 px-3.5 text-base pointer-coarse:min-h-11",
};

const ICON_SIZES: Record<ButtonSize, string> = {
  sm: "size-8 pointer-coarse:size-10",
  md: "size-9 pointer-coarse:size-11",
};

const BASE =
  "inline-flex shrink-0 items-center justify-center gap-2 rounded-md border font-semibold no-underline select-none " +
  "transition-colors duration-100 disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:cursor-not-allowed aria-disabled:opacity-50";

/** The classes of a button with text. */
export function buttonClasses(variant: ButtonVariant, size: ButtonSize, className?: string): string {
  return clsx(BASE, "leading-tight", VARIANTS[variant], SIZES[size], className);
}

/** The classes of a square button that shows an icon only. */
export function iconButtonClasses(variant: ButtonVariant, size: ButtonSize, className?: string): string {
  return clsx(BASE, "tooltip", VARIANTS[variant], ICON_SIZES[size], className);
}
