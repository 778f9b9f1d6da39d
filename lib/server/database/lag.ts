type Sample = { at: number; position: bigint };

/** Older ones say nothing but that a replica is far behind. */
const KEPT_MS = 10 * 60_000;

/**
 * How long ago the primary was where a replica is now. By our own clock and the primary's log: the time of a replica's last
 * transaction would grow in every quiet night.
 */
export class Lag {
  private samples: Sample[] = [];

  /** Notes where the primary's log ends. */
  note(position: bigint, at: number): void {
    const last = this.samples.at(-1);
    if (last && position <= last.position) return;
    this.samples.push({ at, position });
    const old = this.samples.findIndex((sample) => sample.at >= at - KEPT_MS);
    if (old > 0) this.samples.splice(0, old);
  }

  /** What a replica that has replayed until there still lacks. */
  of(position: bigint, at: number): { seconds: number; bytes: number } {
    const last = this.samples.at(-1);
    const missing = this.samples.find((sample) => sample.position > position);
    if (!last || !missing) return { seconds: 0, bytes: 0 };
    return { seconds: (at - missing.at) / 1000, bytes: Number(last.position - position) };
  }
}
