import { Fragment } from "react";

/**
 * Renders names separated by dots, as a name may itself contain commas. If the names are copied or
 * read aloud, commas separate them.
 */
export function NamePieces({ names }: { names: readonly string[] }) {
  if (names.length < 2) return names[0];
  return names.map((name, index) =>
    index === names.length - 1 ? (
      name
    ) : (
      <Fragment key={index}>
        <span className="name-piece">
          {name}
          <span className="sr-only">,</span>
        </span>{" "}
      </Fragment>
    ),
  );
}
