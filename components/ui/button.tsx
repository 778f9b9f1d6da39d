import clsx from "clsx";
import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { Spinner } from "./spinner";

type Variant = "primary" | "secondary" | "ghost" | "danger";
type Size = "sm" | "md";

const VARIANTS: Record<Variant, string> = {
  primary: "border-transparent bg-accent text-on-accent hover:bg-accent-strong",
  secondary: "border-line-strong bg-surface text-ink hover:border-ink-muted hover:bg-sunken",
  ghost: "border-transparent bg-transparent text-ink-muted hover:bg-sunken hover:text-ink",
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

type ButtonProps = ButtonLooks & Omit<ComponentProps<"button">, keyof ButtonLooks | "onMouseDown"> & { busy?: boolean };

/** A button with text. While `busy` it keeps the focus, shows a spinner and ignores further presses. */
export function Button({
  variant,
  size,
  icon,
  busy = false,
  type = "button",
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  function press(event: MouseEvent<HTMLButtonElement>) {
    if (busy) event.preventDefault();
    else onClick?.(event);
  }
  function keepFocus(event: MouseEvent<HTMLButtonElement>) {
    // A field that is checked when it loses the focus would push the submit button from under the pointer.
    if (type === "submit") event.preventDefault();
  }
  return (
    <button
      {...rest}
      type={type}
      onClick={press}
      onMouseDown={keepFocus}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      className={buttonClasses({ variant, size, className })}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  );
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
  className: clsx("button-shape tooltip", VARIANTS.ghost, ICON_SIZES[size], className),
});

type IconButtonProps = IconButtonLooks & Omit<ComponentProps<"button">, keyof IconButtonLooks | "children">;

/** A square button with an icon, named by a tooltip. */
export function IconButton({ label, icon, size, tooltipSide, className, ...rest }: IconButtonProps) {
  return (
    <button type="button" {...rest} {...iconButtonAttributes({ label, size, tooltipSide, className })}>
      {icon}
    </button>
  );
}
