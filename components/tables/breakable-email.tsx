import { Fragment, type ReactNode } from "react";

const EMAIL = /^[^\s@]+@[^\s@]+$/;

/** A part of an address. Breaks only if longer than a line, before a dot or after a hyphen. */
function Part({ text }: { text: string }) {
  return (
    <span className="email-part">
      {text.split(/(?=\.)|(?<=-)/).map((piece, index) => (
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {piece}
        </Fragment>
      ))}
    </span>
  );
}

/** Lets an email address break after its @ first; returns other content unchanged. */
export function breakableEmail(content: ReactNode): ReactNode {
  if (typeof content !== "string" || !EMAIL.test(content)) return content;
  const [user = "", host = ""] = content.split(/(?<=@)/);
  return (
    <span className="email hyphens-none">
      <Part text={user} />
      <wbr />
      <Part text={host} />
    </span>
  );
}
