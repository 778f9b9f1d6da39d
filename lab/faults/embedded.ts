import { mkdtempSync, readFileSync, rmSync, chmodSync } from "node:fs";
import path from "node:path";
import { createClient } from "@/lib/server/database/client";
import { seedReferenceData } from "@/prisma/seed-data";
import { startEmbeddedDatabase } from "@/scripts/postgres/embedded-database";
import { poll } from "@/scripts/process/poll";
import { prisma } from "@/scripts/postgres/prisma-command";
import { createMember } from "@/tests/support/factories";
import { reachableTemporaryFolder } from "@/scripts/postgres/throwaway-server";
import { makeSessions } from "./accounts";
import { startTrialApp } from "./app";
import { contradictions } from "./consistency";
import { startWriters } from "./writers";
import { cleaned, finding, type Finding, type Trial } from "./trial";

const DEADLINE_MS = 60_000;
const WRITERS = 4;

/** Kills the embedded database of `npm start` while an app writes to it. */
export const embeddedTrials: readonly Trial[] = [
  {
    name: "embedded: the PostgreSQL of npm start is killed",
    run: () =>
      cleaned(async (cleanup) => {
        const folder = mkdtempSync(path.join(reachableTemporaryFolder(), "cooperation-embedded-"));
        chmodSync(folder, 0o711);
        cleanup.add(() => rmSync(folder, { recursive: true, force: true }));
        const said: string[] = [];
        const { error } = console;
        console.error = (...words: unknown[]) => void said.push(words.join(" "));
        cleanup.add(() => (console.error = error));
        const database = await startEmbeddedDatabase(folder);
        cleanup.add(database.stop);
        let hasEnded = false;
        void database.ended.then(() => (hasEnded = true));
        await prisma(["migrate", "deploy"], database.url);
        const client = createClient(database.url, 1);
        await seedReferenceData(client);
        for (let index = 0; index < WRITERS; index += 1) await createMember(client);
        await client.$disconnect();
        const [token = ""] = await makeSessions(database.url);
        const app = await startTrialApp(database.url, token);
        cleanup.add(app.stop);
        const kill = () => {
          const [pid] = readFileSync(path.join(folder, "postgres/postmaster.pid"), "utf8").split("\n");
          process.kill(Number(pid), "SIGKILL");
        };
        const findings: Finding[] = [];
        findings.push(
          await finding("killed once, with four writers", async () => {
            const writers = startWriters(app, WRITERS);
            await poll(() => writers.acknowledged() >= 50, DEADLINE_MS);
            kill();
            const begun = performance.now();
            const before = writers.acknowledged();
            await poll(() => writers.acknowledged() >= before + 50, DEADLINE_MS);
            const seconds = (performance.now() - begun) / 1000;
            await writers.stop();
            const wrong = [...(await contradictions(database.url)), ...(await writers.missing(database.url))];
            if (said.length !== 2) wrong.push(`logged ${said.length} sentences: ${said.join(" / ")}`);
            if (hasEnded) wrong.push("the database ended");
            return {
              acknowledged: `${writers.acknowledged()} saves`,
              found: `all of them; 50 more within ${seconds.toFixed(1)} s; logged: ${said.join(" ")}`,
              wrong,
            };
          }),
        );
        findings.push(
          await finding("killed again soon afterwards", async () => {
            kill();
            const ended = await poll(() => hasEnded, DEADLINE_MS);
            const { status } = await app.call("GET", "/api/members");
            const wrong = ended ? [] : ["the end was not reported"];
            if (status !== 503) wrong.push(`answered ${status}`);
            return { acknowledged: "no", found: "not restarted: npm start ends with a message", wrong };
          }),
        );
        return findings;
      }),
  },
];
