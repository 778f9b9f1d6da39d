import clsx from "clsx";
import { useState, type ComponentProps } from "react";

type KeptPanelProps = ComponentProps<"div"> & { isShown: boolean };

/**
 * A part of a page that is hidden at times. Its content is rendered when it is first shown and stays
 * mounted from then on, so that typed values are not lost.
 */
export function KeptPanel({ isShown, className, children, ...rest }: KeptPanelProps) {
  const [wasShown, setWasShown] = useState(isShown);
  if (isShown && !wasShown) setWasShown(true);
  return (
    <div {...rest} inert={!isShown} className={clsx("inert:hidden", className)}>
      {(isShown || wasShown) && children}
    </div>
  );
}
