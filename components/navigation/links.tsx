"use client";

import Link from "next/link";
import { type ComponentProps, useState } from "react";
import { buttonClasses, iconButtonAttributes, type ButtonLooks, type IconButtonLooks } from "@/components/ui/button";
import { usePendingNavigation } from "./pending-navigation";

type LinkProps = Omit<ComponentProps<typeof Link>, "prefetch" | "href" | "onNavigate"> & { href: string };

/**
 * A link inside the app, which leads there as everything else does: its way shows in the progress bar, and a server that
 * does not answer is said. What the next page needs is fetched once somebody points at the link or focuses it, not for
 * every link in view.
 */
export function PendingLink({ children, href, onPointerEnter, onFocus, ...rest }: LinkProps) {
  const { push } = usePendingNavigation();
  const [isNear, setNear] = useState(false);
  return (
    <Link
      {...rest}
      href={href}
      onNavigate={(event) => {
        event.preventDefault();
        void push(href);
      }}
      prefetch={isNear ? null : false}
      onPointerEnter={(event) => {
        setNear(true);
        onPointerEnter?.(event);
      }}
      onFocus={(event) => {
        setNear(true);
        onFocus?.(event);
      }}
    >
      {children}
    </Link>
  );
}

type ButtonLinkProps = ButtonLooks & Omit<LinkProps, keyof ButtonLooks>;

/** A link that looks like a button. */
export function ButtonLink({ variant, size, icon, className, children, ...rest }: ButtonLinkProps) {
  return (
    <PendingLink {...rest} className={buttonClasses({ variant, size, className })}>
      {icon}
      {children}
    </PendingLink>
  );
}

type IconLinkProps = IconButtonLooks & Omit<LinkProps, keyof IconButtonLooks | "children">;

/** A link that looks like a square button with an icon. */
export function IconLink({ label, icon, size, tooltipSide, className, ...rest }: IconLinkProps) {
  return (
    <PendingLink {...rest} {...iconButtonAttributes({ label, size, tooltipSide, className })}>
      {icon}
    </PendingLink>
  );
}
