import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { buttonClasses, type ButtonSize, type ButtonVariant } from "./button-styles";
import { PendingLink } from "./pending-link";
import { Spinner } from "./spinner";

type Looks = {
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: ReactNode;
  className?: string;
  children: ReactNode;
};

type ButtonProps = Looks & Omit<ComponentProps<"button">, keyof Looks> & { busy?: boolean };

/** A button with text. While `busy` it keeps the focus, shows a spinner and ignores further presses. */
export function Button({
  variant = "secondary",
  size = "md",
  icon,
  busy = false,
  type = "button",
  className,
  children,
  onClick,
  onMouseDown,
  ...rest
}: ButtonProps) {
  function press(event: MouseEvent<HTMLButtonElement>) {
    if (busy) event.preventDefault();
    else onClick?.(event);
  }
  function keepFocus(event: MouseEvent<HTMLButtonElement>) {
    // A field that is checked when it loses the focus would push the submit button from under the pointer.
    if (type === "submit") event.preventDefault();
    onMouseDown?.(event);
  }
  return (
    <button
      {...rest}
      type={type}
      onClick={press}
      onMouseDown={keepFocus}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      className={buttonClasses(variant, size, className)}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  );
}

type ButtonLinkProps = Looks & Omit<ComponentProps<typeof PendingLink>, keyof Looks>;

/** A link that looks like a button. */
export function ButtonLink({
  variant = "secondary",
  size = "md",
  icon,
  className,
  children,
  ...rest
}: ButtonLinkProps) {
  return (
    <PendingLink {...rest} className={buttonClasses(variant, size, className)}>
      {icon}
      {children}
    </PendingLink>
  );
}
