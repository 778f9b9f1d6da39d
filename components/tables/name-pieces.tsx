import { Fragment } from "react";

/**
 * Renders names separated by dots, as a name may itself contain commas. If the names are copied or
 * read aloud, commas separate them.
 */
export function NamePieces({ names }: { names: readonly string[] }) {
  return names.map((name, index) => (
    <Fragment key={index}>
      {index > 0 && " "}
      <span className={index < names.length - 1 ? "name-piece" : undefined}>
        {name}
        {index < names.length - 1 && <span className="sr-only">,</span>}
      </span>
    </Fragment>
  ));
}
