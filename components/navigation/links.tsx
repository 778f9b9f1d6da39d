import type { ComponentProps } from "react";
import {
  buttonClasses,
  iconButtonAttributes,
  type ButtonLooks,
  type IconButtonLooks,
} from "@/components/ui/button-looks";
import { Icon } from "@/components/ui/icon";

/* Internal links are plain `a` elements, which app-links.tsx handles. */

type LinkProps = ComponentProps<"a"> & { href: string };

/** Link with an arrow from a short list to the complete one. */
export function MoreLink({ href, children }: Pick<LinkProps, "href" | "children">) {
  return (
    <a
      href={href}
      className="mt-1 inline-flex min-h-6 items-center gap-1 text-sm font-medium text-accent underline-offset-2 hover:underline pointer-coarse:min-h-11"
    >
      {children}
      <Icon name="icon-arrow-right" className="size-4" />
    </a>
  );
}

type ButtonLinkProps = ButtonLooks & Omit<LinkProps, keyof ButtonLooks>;

/** A link that looks like a button. */
export function ButtonLink({ variant, size, icon, className, children, ...rest }: ButtonLinkProps) {
  return (
    <a {...rest} className={buttonClasses({ variant, size, className })}>
      {icon}
      {children}
    </a>
  );
}

type IconLinkProps = IconButtonLooks & Omit<LinkProps, keyof IconButtonLooks | "children">;

/** A link that looks like a square button with an icon. */
export function IconLink({ label, icon, size, tooltipSide, className, ...rest }: IconLinkProps) {
  return (
    <a {...rest} {...iconButtonAttributes({ label, size, tooltipSide, className })}>
      {icon}
    </a>
  );
}
