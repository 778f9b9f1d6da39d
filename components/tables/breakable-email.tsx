import { Fragment, type ReactNode } from "react";

const EMAIL = /^[^\s@]+@[^\s@]+$/;

/**
 * Part of an email address. It breaks only if it is longer than a line: before a dot or after a
 * hyphen.
 */
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

/** Lets an email address break, preferably after its @; returns all other content unchanged. */
export function breakableEmail(content: ReactNode): ReactNode {
  if (typeof content !== "string" || !EMAIL.test(content)) return content;
  const [user = "", host = ""] = content.split(/(?<=@)/);
  return (
    <span className="email">
      <Part text={user} />
      <wbr />
      <Part text={host} />
    </span>
  );
}
