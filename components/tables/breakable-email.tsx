import { Fragment, type ReactNode } from "react";

const EMAIL = /^[^\s@]+@[^\s@]+$/;

/** A part of an address: it breaks only where it is longer than a line, and then before a dot or after a hyphen. */
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

/** Lets an e-mail address break after its @ rather than anywhere else; everything else stays as it is. */
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
