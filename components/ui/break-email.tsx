import { Fragment, type ReactNode } from "react";

const EMAIL = /^[^\s@]+@[^\s@]+$/;

/** Lets an e-mail address break after its @ instead of anywhere; everything else stays as it is. */
export function breakEmail(content: ReactNode): ReactNode {
  if (typeof content !== "string" || !EMAIL.test(content)) return content;
  const parts = content.split(/(?<=@)/);
  return (
    <span className="hyphens-none">
      {parts.map((part, index) => (
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </span>
  );
}
