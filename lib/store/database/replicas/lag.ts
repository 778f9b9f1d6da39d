type Sample = { at: number; position: bigint };

/** Retention of samples: older ones would only show that a replica is far behind. */
const RETENTION_MS = 10 * 60_000;

/**
 * Measures a replica's lag: how long ago, by this instance's clock, the primary's log ended at the
 * replica's position. The age of the replica's last transaction is not a measure of lag, because it
 * also grows while nothing is written.
 */
export class Lag {
  private samples: Sample[] = [];

  /** Records the position at which the primary's log ends at a time. */
  record(position: bigint, at: number): void {
    const last = this.samples.at(-1);
    if (last && position <= last.position) return;
    this.samples.push({ at, position });
    const old = this.samples.findIndex((sample) => sample.at >= at - RETENTION_MS);
    if (old > 0) this.samples.splice(0, old);
  }

  /** Returns the lag, at a time, of a replica that has replayed the log up to a position. */
  of(position: bigint, at: number): { seconds: number; bytes: number } {
    const last = this.samples.at(-1);
    const missing = this.samples.find((sample) => sample.position > position);
    if (!last || !missing) return { seconds: 0, bytes: 0 };
    return { seconds: (at - missing.at) / 1000, bytes: Number(last.position - position) };
  }
}
