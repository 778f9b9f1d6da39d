import { Fragment } from "react";

/** Several names with dots between them, because a name may hold commas; copied and read aloud commas join them. */
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
