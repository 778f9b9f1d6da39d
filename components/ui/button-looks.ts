import clsx from "clsx";
import type { ReactNode } from "react";

/* Apart from the buttons themselves, so that the page that says that all has failed needs nothing else. */

type Variant = "primary" | "secondary" | "ghost" | "danger";
type Size = "sm" | "md";

const VARIANTS: Record<Variant, string> = {
  primary: "border-transparent bg-accent text-on-accent hover:bg-accent-strong",
  secondary: "border-line-strong bg-surface text-ink hover:border-ink-muted hover:bg-sunken",
  ghost: "button-ghost",
  danger: "border-transparent bg-danger text-on-danger hover:bg-danger-strong",
};

const SIZES: Record<Size, string> = {
  sm: "min-h-8 px-2.5 text-sm pointer-coarse:min-h-10",
  md: "min-h-9 px-3.5 text-base pointer-coarse:min-h-11",
};

const ICON_SIZES: Record<Size, string> = {
  sm: "size-8 pointer-coarse:size-10",
  md: "size-9 pointer-coarse:size-11",
};

/** How a button with text looks; a link may look like one. */
export type ButtonLooks = {
  variant?: Variant;
  size?: Size;
  icon?: ReactNode;
  className?: string;
  children: ReactNode;
};

/** The classes of a button with text. */
export function buttonClasses({
  variant = "secondary",
  size = "md",
  className,
}: Omit<ButtonLooks, "children">): string {
  return clsx("button-shape leading-tight", VARIANTS[variant], SIZES[size], className);
}

/** How a square button with an icon looks; a link may look like one. */
export type IconButtonLooks = {
  /** The accessible name; also the text that appears on hover and focus. */
  label: string;
  icon: ReactNode;
  size?: Size;
  tooltipSide?: "top" | "right" | "bottom" | "left";
  className?: string;
};

/** What a square button with an icon carries: its name, its tooltip, its classes. */
export const iconButtonAttributes = ({
  label,
  size = "sm",
  tooltipSide = "top",
  className,
}: Omit<IconButtonLooks, "icon">) => ({
  "aria-label": label,
  "data-tooltip": label,
  "data-side": tooltipSide,
  className: clsx("square-button", ICON_SIZES[size], className),
});
