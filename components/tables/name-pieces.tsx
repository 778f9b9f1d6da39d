import { Fragment } from "react";

/**
 * Renders the names of one field, joined by commas (spec §2). Tables hide those for which a cell has no
 * room (cut-names.ts).
 */
export function NamePieces({ names }: { names: readonly string[] }) {
  if (names.length < 2) return names[0];
  return names.map((name, index) => (
    <span key={index} className="name-piece">
      {`${index > 0 ? " " : ""}${name}${index < names.length - 1 ? "," : ""}`}
    </span>
  ));
}

/**
 * Renders values of several fields separated by dots, as each may itself contain commas. If they are
 * copied or read aloud, commas separate them.
 */
export function ValuePieces({ texts }: { texts: readonly string[] }) {
  if (texts.length < 2) return texts[0];
  return texts.map((text, index) => (
    <Fragment key={index}>
      {index > 0 && " "}
      <span className="value-piece">
        {text}
        {index < texts.length - 1 && <span className="sr-only">,</span>}
      </span>
    </Fragment>
  ));
}
