"use client";

import Link, { useLinkStatus } from "next/link";
import type { ComponentProps } from "react";
import { buttonClasses, iconButtonAttributes, type ButtonLooks, type IconButtonLooks } from "@/components/ui/button";
import { useReportPending } from "./pending-navigation";

function ReportStatus() {
  useReportPending(useLinkStatus().pending);
  return null;
}

type LinkProps = ComponentProps<typeof Link>;

/** A link inside the app whose way to the next page shows in the progress bar. */
export function PendingLink({ children, ...rest }: LinkProps) {
  return (
    <Link {...rest}>
      {children}
      <ReportStatus />
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
