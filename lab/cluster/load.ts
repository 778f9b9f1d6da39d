import { setTimeout as pause } from "node:timers/promises";
import { memberValues } from "@/prisma/builders";
import { POSITION_HEADER } from "@/lib/store/database/replicas/read-routing";
import { Visitor } from "./client";
import { upload, type AcknowledgedUpload } from "./upload";
import { maxOf } from "@/lib/model/pure/long-lists";

/** A write that the app has acknowledged. */
export type Acknowledged = { id: number; name: string };
type Kind = "write" | "read";
/** Start and end of a successful request, in ms of this process's clock. */
type TimeSpan = { startedAt: number; endedAt: number };

const WRITERS = 4;
const READERS = 3;
/** Timeouts of requests, and (below) the pause between two requests of a client, in ms. */
const TIMEOUT_MS = { write: 8_000, read: 2_000 };
const PAUSE_MS = 40;
/** Pause after an upload, each of which takes much room on the disks of all nodes and of the backups. */
const PAUSE_AFTER_UPLOAD_MS = 2_000;

export type Login = { token: string };

/** Runs clients that write, read and upload continuously, and records when their requests succeeded. */
export class Load {
  readonly acknowledged: Acknowledged[] = [];
  readonly uploads: AcknowledgedUpload[] = [];
  private refusedUploads = 0;
  /**
   * Acknowledged writes that the same client's next read did not show (read-your-writes was
   * violated).
   */
  readonly staleReads: Acknowledged[] = [];
  private readonly completed: Record<Kind, TimeSpan[]> = { write: [], read: [] };
  private readonly refused: Record<Kind, number> = { write: 0, read: 0 };
  private readonly clients: Promise<void>[] = [];
  private isOver = false;

  constructor(
    private readonly ports: readonly number[],
    private readonly login: Login,
  ) {
    for (let writer = 1; writer <= WRITERS; writer += 1) this.clients.push(this.runWriter(writer));
    for (let reader = 1; reader <= READERS; reader += 1) this.clients.push(this.runReader(reader));
    this.clients.push(this.runUploader());
  }

  /** Returns the number of successful requests since `moment`. */
  countSince(kind: Kind, moment: number): number {
    return this.completed[kind].filter(({ startedAt }) => startedAt >= moment).length;
  }

  /** Returns the longest time without a successful request of a kind, in seconds. */
  longestGap(kind: Kind, from: number, until = performance.now()): number {
    const ends = this.completed[kind]
      .map(({ endedAt }) => endedAt)
      .filter((endedAt) => endedAt > from && endedAt < until);
    const marks = [from, ...ends.sort((one, other) => one - other), until];
    return (
      maxOf(
        marks.slice(1).map((mark, index) => mark - (marks[index] ?? mark)),
        0,
      ) / 1000
    );
  }

  counts() {
    return {
      writes: this.completed.write.length,
      reads: this.completed.read.length,
      refused: { ...this.refused },
      refusedUploads: this.refusedUploads,
    };
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await Promise.all(this.clients);
  }

  private async repeat(kind: Kind, work: () => Promise<boolean>): Promise<void> {
    while (!this.isOver) {
      const startedAt = performance.now();
      const isDone = await work().catch(() => false);
      if (isDone) this.completed[kind].push({ startedAt, endedAt: performance.now() });
      else this.refused[kind] += 1;
      await pause(isDone ? PAUSE_MS : 2 * PAUSE_MS);
    }
  }

  private runWriter(writer: number): Promise<void> {
    const visitor = new Visitor(this.ports);
    const authorization = `Bearer ${this.login.token}`;
    let number = 0;
    return this.repeat("write", async () => {
      number += 1;
      const name = `Last${writer}x${number}x`;
      const body = memberValues({ nachname: name });
      const headers = { authorization };
      const answer = await visitor.call("POST", "/api/members/new", { body, headers, timeoutMs: TIMEOUT_MS.write });
      if (answer.status !== 201) return false;
      const written = { id: Number((answer.json.data as { lastId: number }).lastId), name };
      this.acknowledged.push(written);
      await this.checkVisible(visitor, written, String(answer.headers[POSITION_HEADER.toLowerCase()]));
      return true;
    });
  }

  /** Checks read-your-writes: a read right after a write, through any instance, must show it. */
  private async checkVisible(visitor: Visitor, written: Acknowledged, position: string): Promise<void> {
    const headers = { authorization: `Bearer ${this.login.token}`, [POSITION_HEADER]: position };
    const path = `/api/members?filter=${written.name}`;
    const answer = await visitor.call("GET", path, { headers, timeoutMs: TIMEOUT_MS.read }).catch(() => null);
    if (answer?.status === 200 && Number(answer.json.total) === 0) this.staleReads.push(written);
  }

  /** Uploads files to the members written last, as a member has at most 100 files. */
  private async runUploader(): Promise<void> {
    const visitor = new Visitor(this.ports);
    while (!this.isOver) {
      const member = this.acknowledged.at(-1);
      if (member) {
        const acknowledged = await upload(visitor, this.login.token, member.id).catch(() => null);
        if (acknowledged) this.uploads.push(acknowledged);
        else this.refusedUploads += 1;
      }
      await pause(PAUSE_AFTER_UPLOAD_MS);
    }
  }

  private runReader(reader: number): Promise<void> {
    const visitor = new Visitor(this.ports);
    // The readers simulate API clients that have written nothing, except one, which simulates a
    // browser.
    const headers: Record<string, string> =
      reader === READERS
        ? { cookie: `session=${this.login.token}` }
        : { authorization: `Bearer ${this.login.token}`, [POSITION_HEADER]: "0" };
    const path = "/api/members?pageSize=20&sortBy=nachname";
    return this.repeat(
      "read",
      async () => (await visitor.call("GET", path, { headers, timeoutMs: TIMEOUT_MS.read })).status === 200,
    );
  }
}
