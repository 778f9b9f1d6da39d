import { Fragment } from "react";

/** Several names, each in a frame of its own, because a name may hold commas; copied and read aloud commas join them. */
export function NamePieces({ names }: { names: readonly string[] }) {
  return names.map((name, index) => (
    <Fragment key={index}>
      {index > 0 && <span className="sr-only">, </span>}
      <span className="mr-1 mb-0.5 inline-block rounded-sm border border-line px-1.5 text-sm leading-5">{name}</span>
    </Fragment>
  ));
}
