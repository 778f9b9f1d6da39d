import { setTimeout as delay } from "node:timers/promises";
import { runSql } from "@/scripts/postgres/postgres-cluster";
import type { TrialApp } from "./app";

/** Pause after a refusal, so that retries do not keep the app busy. */
const PAUSE_MS = 20;

/** Concurrent writers. Each saves its own record again and again. */
export type Writers = {
  /** Returns the number of acknowledged saves. */
  acknowledged: () => number;
  refused: () => number;
  /** Returns the longest time without any acknowledged save, in ms. */
  longestPause: () => number;
  stop: () => Promise<void>;
  /** Finds acknowledged saves that are missing in the history. @returns one sentence for each */
  findMissing: (databaseUrl: string) => Promise<string[]>;
};

/** Starts writers on the members 1 to `count`. */
export function startWriters(app: Pick<TrialApp, "call">, count: number): Writers {
  const acknowledged: string[] = [];
  let refused = 0;
  let isStopped = false;
  let [last, longest] = [performance.now(), 0];
  const acknowledge = (telefon: string) => {
    acknowledged.push(telefon);
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const runWriter = async (member: number) => {
    for (let time = 0; !isStopped; time += 1) {
      const telefon = `${member} ${time}`;
      const { status } = await app.call("PUT", `/api/members/${member}`, { body: { telefon } });
      if (status === 200) acknowledge(telefon);
      else {
        refused += 1;
        await delay(PAUSE_MS);
      }
    }
  };
  const all = Promise.all(Array.from({ length: count }, (_, index) => runWriter(index + 1)));
  return {
    acknowledged: () => acknowledged.length,
    refused: () => refused,
    longestPause: () => longest,
    async stop() {
      isStopped = true;
      await all;
      longest = Math.max(longest, performance.now() - last);
    },
    async findMissing(databaseUrl) {
      const { rows } = await runSql(
        databaseUrl,
        `SELECT f ->> 'new' AS value FROM changes, jsonb_array_elements(fields) f WHERE f ->> 'name' = 'telefon'`,
      );
      const found = new Set((rows as { value: string }[]).map(({ value }) => value));
      const lost = acknowledged.filter((value) => !found.has(value));
      return lost.length === 0 ? [] : [`${lost.length} acknowledged saves are lost, such as ${lost[0]}`];
    },
  };
}
