import { Fragment } from "react";

/** What stands between two names for the eye only. */
const DOT = "after:ml-1 after:font-bold after:text-ink-muted after:content-['·'_/_'']";

/** Several names with dots between them, because a name may hold commas; copied and read aloud commas join them. */
export function NamePieces({ names }: { names: readonly string[] }) {
  return names.map((name, index) => (
    <Fragment key={index}>
      {index > 0 && " "}
      <span className={index < names.length - 1 ? DOT : undefined}>
        {name}
        {index < names.length - 1 && <span className="sr-only">,</span>}
      </span>
    </Fragment>
  ));
}
