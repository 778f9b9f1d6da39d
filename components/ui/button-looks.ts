import clsx from "clsx";
import type { ReactNode } from "react";

/* A module separate from the buttons, so that the global error page needs no other modules. */

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

/** Appearance of a text button; also used for links. */
export type ButtonLooks = {
  variant?: Variant;
  size?: Size;
  icon?: ReactNode;
  className?: string;
  children: ReactNode;
};

/** Returns the classes of a text button. */
export function buttonClasses({
  variant = "secondary",
  size = "md",
  className,
}: Omit<ButtonLooks, "children">): string {
  return clsx("button-shape leading-tight", VARIANTS[variant], SIZES[size], className);
}

/** Appearance of a square icon button; also used for links. */
export type IconButtonLooks = {
  /** Accessible name and tooltip text. */
  label: string;
  icon: ReactNode;
  size?: Size;
  tooltipSide?: "top" | "right" | "bottom" | "left";
  className?: string;
};

/** Returns the attributes of a square icon button: name, tooltip and classes. */
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
