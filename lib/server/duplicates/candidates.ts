import { compareRecords, MOST_OF_A_HOST, type Known, type Likeness } from "../../alike/alike";
import { hostKey } from "../../alike/keys";
import type { AnyDefinition } from "../../records/kinds/define";
import type { Sharing } from "./duplicates-sql";
import { alikeOf } from "./read-names";

/** A key that more records share than these finds nobody by itself. */
export const MOST_SHARING = 50;

/** Who shares which key, for looking up who may be alike whom. */
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

  /** All whose names have to be compared with those of a record that has these keys. */
  of(keys: readonly string[], self?: number): Set<number> {
    const found = new Set<number>();
    for (const key of keys) {
      const ids = this.sharing.get(key) ?? [];
      if (ids.length > MOST_SHARING) continue;
      for (const id of ids) if (id !== self) found.add(id);
    }
    return found;
  }

  /** Whether so many records have a key that nobody was told who, or that as a host it tells nothing. */
  private isOfMany(key: string): boolean {
    const ids = this.sharing.get(key);
    return ids === undefined || ids.length > MOST_OF_A_HOST;
  }

  /** Whether so many records have a host that it tells nothing; a host that nobody was asked about is that of many. */
  private readonly isShared = (host: string) => this.isOfMany(`${this.hostPrefix}${hostKey(host)}`);

  compare(a: Known, b: Known): Likeness {
    return compareRecords(alikeOf(this.definition).reads, a, b, this.isShared);
  }

  /** Those of some keys that are hosts of many: when there were fewer, records may have been told alike by them. */
  hostsOfMany(keys: Iterable<string>): string[] {
    const prefix = `${this.hostPrefix}${hostKey("")}`;
    return [...keys].filter((key) => key.startsWith(prefix) && this.isOfMany(key));
  }
}
