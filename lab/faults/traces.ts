import { createClient } from "@/lib/server/database/client";
import { poll } from "@/scripts/process/poll";
import { createMember } from "@/tests/support/factories";
import { startCollector } from "@/tests/support/servers/collector";
import { makeSessions } from "./accounts";
import { startTrialApp } from "./app";
import { cleaned, finding, ownDatabase, type Trial } from "./trial";
import { maxOf } from "@/lib/long-lists";

/**
 * Limit for the shutdown: sending the last spans may take 2 s, a normal shutdown on a slow machine
 * the rest.
 */
const ENDS_WITHIN_MS = 6_000;
const TRACE = "0af7651916cd43dd8448eb211c80319c";
const SECRET_WORD = "Xylotropski";

export const traceTrials: readonly Trial[] = [
  {
    name: "traces: any collector",
    run: (bench) =>
      cleaned(async (cleanup) => {
        const databaseUrl = await ownDatabase(bench, cleanup);
        const client = createClient(databaseUrl, 1);
        await createMember(client, { nachname: SECRET_WORD });
        await client.$disconnect();
        const [token = ""] = await makeSessions(databaseUrl);
        const cookie = { cookie: `session=${token}` };

        /** Requests pages and API routes, then sends SIGTERM. */
        const lived = async (endpoint: string) => {
          const app = await startTrialApp(databaseUrl, token, {
            OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
            TRUST_TRACEPARENT: "on",
          });
          cleanup.add(app.stop);
          const answers = [
            await app.call("GET", `/members?filter=${SECRET_WORD}`, { headers: cookie }),
            await app.call("GET", "/members/1", {
              headers: { ...cookie, traceparent: `00-${TRACE}-b7ad6b7169203331-01` },
            }),
            await app.call("GET", `/api/members?filter=${SECRET_WORD}`),
            await app.call("GET", `/api/none/${SECRET_WORD}`),
          ];
          const begun = performance.now();
          process.kill(app.pid, "SIGTERM");
          await app.gone();
          const ms = performance.now() - begun;
          const statuses = answers.map(({ status }) => status).join();
          const wrong = [
            ...(statuses === "200,200,200,404" ? [] : [`answered ${statuses}`]),
            ...(ms < ENDS_WITHIN_MS ? [] : [`ended after ${Math.round(ms)} ms`]),
          ];
          return {
            ms,
            slowest: maxOf(
              answers.map((answer) => answer.ms),
              0,
            ),
            wrong,
            log: app.log(),
          };
        };
        const found = ({ ms, slowest }: { ms: number; slowest: number }, more: string) =>
          `${more}, slowest response ${slowest} ms, ended after ${(ms / 1000).toFixed(1)} s`;

        return [
          await finding("a collector that accepts spans until the end", async () => {
            const collector = await startCollector();
            cleanup.add(collector.close);
            const life = await lived(collector.url);
            const { wrong } = life;
            await poll(async () => collector.spans().length > 0, ENDS_WITHIN_MS);
            const spans = collector.spans();
            const served = spans.filter(({ kind }) => kind === 2);
            const names = served.map(({ name }) => name).join();
            if (names !== "GET /members,GET /members/[ph_id],GET /api/members,GET") wrong.push(`spans of ${names}`);
            const [, page] = served;
            if (page?.traceId !== TRACE) wrong.push("another program's trace is not continued");
            const parts = spans.filter(({ parentSpanId }) => parentSpanId === page?.spanId);
            if (!parts.some(({ name }) => name === "SELECT members")) wrong.push("a page without its statements");
            if (/xylotropski|filter=|127\.0\.0\.1:\d|next\.|http\.(target|url)/i.test(collector.received()))
              wrong.push("the spans contain confidential data");
            return { acknowledged: "–", found: found(life, `${spans.length} spans`), wrong };
          }),
          await finding("a collector that never responds", async () => {
            const collector = await startCollector({ status: null });
            cleanup.add(collector.close);
            const life = await lived(collector.url);
            if (collector.requests().length === 0) life.wrong.push("received no request");
            return { acknowledged: "–", found: found(life, "no effect"), wrong: life.wrong };
          }),
          await finding("a collector that is unreachable", async () => {
            const life = await lived("http://127.0.0.1:9");
            return { acknowledged: "–", found: found(life, "no effect"), wrong: life.wrong };
          }),
        ];
      }),
  },
];
