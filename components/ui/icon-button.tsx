import type { ComponentProps, ReactNode } from "react";
import { iconButtonClasses, type ButtonSize, type ButtonVariant } from "./button-styles";
import { PendingLink } from "./pending-link";

type TooltipSide = "top" | "right" | "bottom" | "left";

type Looks = {
  /** The accessible name; also the text that appears on hover and focus. */
  label: string;
  icon: ReactNode;
  variant?: ButtonVariant;
  size?: ButtonSize;
  tooltipSide?: TooltipSide;
  className?: string;
};

type IconButtonProps = Looks & Omit<ComponentProps<"button">, keyof Looks | "children">;

/** A square button with an icon, named by a tooltip. */
export function IconButton({
  label,
  icon,
  variant = "ghost",
  size = "sm",
  tooltipSide = "top",
  type = "button",
  className,
  ...rest
}: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      data-tooltip={label}
      data-side={tooltipSide}
      className={iconButtonClasses(variant, size, className)}
    >
      {icon}
    </button>
  );
}

type IconLinkProps = Looks & Omit<ComponentProps<typeof PendingLink>, keyof Looks | "children">;

/** A link that looks like an icon button. */
export function IconLink({
  label,
  icon,
  variant = "ghost",
  size = "sm",
  tooltipSide = "top",
  className,
  ...rest
}: IconLinkProps) {
  return (
    <PendingLink
      {...rest}
      aria-label={label}
      data-tooltip={label}
      data-side={tooltipSide}
      className={iconButtonClasses(variant, size, className)}
    >
      {icon}
    </PendingLink>
  );
}
