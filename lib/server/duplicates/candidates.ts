import { compareRecords, MAX_OF_A_HOST, type Known, type Likeness } from "../../record-matching/compare-records";
import { hostKey } from "../../record-matching/blocking-keys";
import type { AnyDefinition } from "../../records/kinds/define";
import type { Sharing } from "./duplicates-sql";
import { duplicateFieldsOf } from "./normalize-names";

/** A key that more records share yields no candidates. */
export const MAX_SHARING = 50;

/** Looks up candidate duplicates by shared blocking keys. */
export class Candidates {
  private readonly sharing: ReadonlyMap<string, readonly number[]>;
  private readonly hostPrefix: string;

  constructor(
    private readonly definition: AnyDefinition,
    sharing: readonly Sharing[],
  ) {
    this.sharing = new Map(sharing.map(({ key, ids }) => [key, ids]));
    this.hostPrefix = `${definition.apiPath} `;
  }

  /** Returns the ids of all records to compare with a record that has these keys. */
  of(keys: readonly string[], self?: number): Set<number> {
    const found = new Set<number>();
    for (const key of keys) {
      const ids = this.sharing.get(key) ?? [];
      if (ids.length > MAX_SHARING) continue;
      for (const id of ids) if (id !== self) found.add(id);
    }
    return found;
  }

  /**
   * Whether so many records share a key that a host of it is no evidence. A key that the query left
   * out for having too many sharers counts as well.
   */
  private isOfMany(key: string): boolean {
    const ids = this.sharing.get(key);
    return ids === undefined || ids.length > MAX_OF_A_HOST;
  }

  /**
   * Whether a host is shared by so many records that it is no evidence; a host that was not looked
   * up counts as shared.
   */
  private readonly isShared = (host: string) => this.isOfMany(`${this.hostPrefix}${hostKey(host)}`);

  compare(a: Known, b: Known): Likeness {
    return compareRecords(duplicateFieldsOf(this.definition).reads, a, b, this.isShared);
  }

  /**
   * Returns those of the keys that are widely shared hosts: pairs found while fewer records had
   * them may rest on them.
   */
  hostsOfMany(keys: Iterable<string>): string[] {
    const prefix = `${this.hostPrefix}${hostKey("")}`;
    return [...keys].filter((key) => key.startsWith(prefix) && this.isOfMany(key));
  }
}
