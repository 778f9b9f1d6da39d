import clsx from "clsx";
import { Icon } from "@/components/ui/icon";

/** The members linked to a project, as a row names them: the first ones, and how many follow. */
export type MemberNames = {
  names: string;
  /** The number of further members, and the same in words. */
  more?: { text: string; words: string };
};

type MemberNamesProps = MemberNames & {
  /** Names the list for screen readers; others see an icon. */
  label: string;
  className?: string;
};

/** Names of a project's members, such as `Ada Ö. +2`. */
export function MemberNamesText({ names, more, label, className }: MemberNamesProps) {
  return (
    <p className={clsx("flex min-w-0 gap-1.5 text-sm leading-6 text-ink-muted", className)}>
      <Icon name="icon-user-round" className="mt-1.5 size-3.5" />
      <span className="min-w-0 self-baseline [overflow-wrap:anywhere]">
        <span className="sr-only">{label} </span>
        {names}
        {more && (
          <>
            {" "}
            <span aria-hidden="true" className="tabular whitespace-nowrap">
              {more.text}
            </span>
            <span className="sr-only">{more.words}</span>
          </>
        )}
      </span>
    </p>
  );
}
