import { breakableEmail } from "@/components/tables/breakable-email";
import type { Fact } from "@/lib/model/answers/overview-answers";

/** The text of a value and, if it is an address or a telephone number, its link. */
export function FactText({ text, href }: Omit<Fact, "label">) {
  if (!href) return text;
  const isPage = /^https?:/.test(href);
  return (
    <a
      href={href}
      className="underline decoration-line-strong underline-offset-4"
      {...(isPage && { target: "_blank", rel: "noopener noreferrer" })}
    >
      {breakableEmail(text)}
    </a>
  );
}
