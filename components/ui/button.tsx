import type { ComponentProps, MouseEvent } from "react";
import { buttonClasses, type ButtonLooks, iconButtonAttributes, type IconButtonLooks } from "./button-looks";
import { Spinner } from "./spinner";

type ButtonProps = ButtonLooks & Omit<ComponentProps<"button">, keyof ButtonLooks | "onMouseDown"> & { busy?: boolean };

/** A text button. While it is `busy`, it keeps the focus, shows a spinner and ignores clicks. */
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
    // Keeps the focus in the field: validation on blur could move the button away from the pointer.
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

type IconButtonProps = IconButtonLooks & Omit<ComponentProps<"button">, keyof IconButtonLooks | "children">;

/** A square icon button with a tooltip. */
export function IconButton({ label, icon, size, tooltipSide, className, ...rest }: IconButtonProps) {
  return (
    <button type="button" {...rest} {...iconButtonAttributes({ label, size, tooltipSide, className })}>
      {icon}
    </button>
  );
}
