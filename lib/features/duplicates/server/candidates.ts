import { scoreRecords, MAX_RECORDS_OF_HOST, type MatchValues } from "../record-matching/score-records";
import { hostKey } from "../record-matching/blocking-keys";
import type { AnyDefinition } from "@/lib/model/kinds/define";
import type { Likeness } from "../duplicate-answers";
import type { Sharing } from "./duplicates-sql";
import { duplicateFieldsOf } from "./normalize-names";

/**
 * Maximum number of records that share a key; a key that more records share yields no candidates.
 */
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

  /** Returns the ids of all records to compare with a record that has these blocking keys. */
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
   * Whether so many records share a key that having it in common is no evidence of a duplicate.
   * Also true for a key that the query left out because too many records share it.
   */
  private isOfMany(key: string): boolean {
    const ids = this.sharing.get(key);
    return ids === undefined || ids.length > MAX_RECORDS_OF_HOST;
  }

  /**
   * Whether so many records share a web host that having it in common is no evidence of a
   * duplicate. Also true for a host that was not looked up.
   */
  private readonly isShared = (host: string) => this.isOfMany(`${this.hostPrefix}${hostKey(host)}`);

  compare(a: MatchValues, b: MatchValues): Likeness {
    return scoreRecords(duplicateFieldsOf(this.definition).nameKind, a, b, this.isShared);
  }

  /**
   * Returns the keys that stand for web hosts which many records share. A stored pair may still
   * rely on such a host, if it was found while fewer records shared the host.
   */
  hostsOfMany(keys: Iterable<string>): string[] {
    const prefix = `${this.hostPrefix}${hostKey("")}`;
    return [...keys].filter((key) => key.startsWith(prefix) && this.isOfMany(key));
  }
}
