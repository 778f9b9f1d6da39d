import { definitionOfPath } from "./kinds/registry";

/** A record by the first word of its kind's API path, and its key. */
export type RecordAddress = { kind: string; id: number };

/** Returns the path of a record's page, optionally as of a past moment. */
export function recordHref({ kind, id }: RecordAddress, at?: string): string {
  const path = `${definitionOfPath(kind)?.pages.detail ?? ""}/${id}`;
  return at ? `${path}?at=${encodeURIComponent(at)}` : path;
}
