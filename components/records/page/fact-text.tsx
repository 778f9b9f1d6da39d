import { EntryTag } from "../shared/entry-tag";
import { breakableEmail } from "@/components/tables/breakable-email";
import type { Fact } from "@/lib/model/answers/overview-answers";
import type { ReferenceListName } from "@/lib/model/reference-lists/reference-lists";

type FactTextProps = Omit<Fact, "label"> & {
  /** The reference list of an entry that is shown as a tag. */
  tagList?: ReferenceListName;
  /** True to never break the text. */
  isWhole?: boolean;
};

/** The text of a value: with its link if it is an address or a telephone number, or as a tag. */
export function FactText({ text, href, tagList, isWhole = false }: FactTextProps) {
  if (tagList) return <EntryTag list={tagList} name={text} />;
  if (!href) return text;
  const isPage = /^https?:/.test(href);
  return (
    <a
      href={href}
      className="underline decoration-line-strong underline-offset-4"
      {...(isPage && { target: "_blank", rel: "noopener noreferrer" })}
    >
      {isWhole ? text : breakableEmail(text)}
    </a>
  );
}
