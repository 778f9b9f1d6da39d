import { Fragment } from "react";

/**
 * Renders names separated by dots, as a name may itself contain commas. If the names are copied or
 * read aloud, commas separate them. Tables hide those for which a cell has no room (cut-names.ts).
 */
export function NamePieces({ names }: { names: readonly string[] }) {
  if (names.length < 2) return names[0];
  return names.map((name, index) => (
    <Fragment key={index}>
      {index > 0 && " "}
      <span className="name-piece">
        {name}
        {index < names.length - 1 && <span className="sr-only">,</span>}
      </span>
    </Fragment>
  ));
}
