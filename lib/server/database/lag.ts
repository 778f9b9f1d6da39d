type Sample = { at: number; position: bigint };

/** Retention of samples: older ones would only show that a replica is far behind. */
const KEPT_MS = 10 * 60_000;

/**
 * Measures how long ago the primary was at a replica's position, by our own clock and the primary's
 * log: the age of a replica's last transaction would grow whenever nothing is written.
 */
export class Lag {
  private samples: Sample[] = [];

  /** Records where the primary's log ends. */
  note(position: bigint, at: number): void {
    const last = this.samples.at(-1);
    if (last && position <= last.position) return;
    this.samples.push({ at, position });
    const old = this.samples.findIndex((sample) => sample.at >= at - KEPT_MS);
    if (old > 0) this.samples.splice(0, old);
  }

  /** Returns what a replica that has replayed up to a position still lacks. */
  of(position: bigint, at: number): { seconds: number; bytes: number } {
    const last = this.samples.at(-1);
    const missing = this.samples.find((sample) => sample.position > position);
    if (!last || !missing) return { seconds: 0, bytes: 0 };
    return { seconds: (at - missing.at) / 1000, bytes: Number(last.position - position) };
  }
}
