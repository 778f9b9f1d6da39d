"use client";

import Link, { useLinkStatus } from "next/link";
import { type ComponentProps, useState } from "react";
import { buttonClasses, iconButtonAttributes, type ButtonLooks, type IconButtonLooks } from "@/components/ui/button";
import { useReportPending } from "./pending-navigation";

function ReportStatus() {
  useReportPending(useLinkStatus().pending);
  return null;
}

type LinkProps = Omit<ComponentProps<typeof Link>, "prefetch">;

/**
 * A link inside the app whose way to the next page shows in the progress bar. What the next page needs is fetched once
 * somebody points at the link or focuses it, not for every link in view.
 */
export function PendingLink({ children, onPointerEnter, onFocus, ...rest }: LinkProps) {
  const [isNear, setNear] = useState(false);
  return (
    <Link
      {...rest}
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
