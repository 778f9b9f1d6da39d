"use client";

import Link from "next/link";
import type { ComponentProps } from "react";
import {
  buttonClasses,
  iconButtonAttributes,
  type ButtonLooks,
  type IconButtonLooks,
} from "@/components/ui/button-looks";
import { Icon } from "@/components/ui/icon";
import { usePendingNavigation } from "./pending-navigation";
import { useIntent } from "./use-intent";

type LinkProps = Omit<
  ComponentProps<typeof Link>,
  "prefetch" | "href" | "onNavigate" | keyof ReturnType<typeof useIntent>["signs"]
> & { href: string };

/**
 * Internal link. Its navigation shows the progress bar and reports an unreachable server. The
 * target is prefetched when the user hovers, focuses or touches the link, not as soon as it is
 * visible.
 */
export function PendingLink({ children, href, ...rest }: LinkProps) {
  const { push } = usePendingNavigation();
  const { signs, cancel } = useIntent(href);
  return (
    <Link
      {...rest}
      {...signs}
      href={href}
      onNavigate={(event) => {
        event.preventDefault();
        cancel();
        void push(href);
      }}
      prefetch={false}
    >
      {children}
    </Link>
  );
}

/** Link with an arrow from a short list to the complete one. */
export function MoreLink({ href, children }: Pick<LinkProps, "href" | "children">) {
  return (
    <PendingLink
      href={href}
      className="mt-1 inline-flex min-h-6 items-center gap-1 text-sm font-medium text-accent underline-offset-2 hover:underline pointer-coarse:min-h-11"
    >
      {children}
      <Icon name="icon-arrow-right" className="size-4" />
    </PendingLink>
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
