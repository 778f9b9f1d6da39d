import { createServer, type AddressInfo, type Socket } from "node:net";
import { createClient } from "@/lib/store/database/client";
import { createUser } from "@/tests/support/factories";
import { startTrialApp, send } from "./app";
import { runSql } from "@/scripts/postgres/postgres-cluster";
import { withCleanup, recordFinding, createTrialDatabase, type Trial } from "./trial";

/** The mail timeout, plus a margin for a slow machine. */
const MAX_RESPONSE_MS = 25_000;
const DRIP_MS = 500;

/** Mail servers that accept connections and respond slowly or never. */
const servers: Record<string, (socket: Socket) => void> = {
  "never responds": () => undefined,
  "greets and then stops responding": (socket) => socket.write("220 slow.example ESMTP\r\n"),
  // The connection is never idle for long, and the response never complete.
  "sends single bytes slowly": (socket) => {
    socket.write("220 slow.example ESMTP\r\n");
    const drip = setInterval(() => socket.write("2"), DRIP_MS);
    socket.on("close", () => clearInterval(drip));
  },
};

async function startSlowServer(serve: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(
      socket
        .on("error", () => undefined)
        .on("close", () => sockets.delete(socket))
        .resume(),
    );
    serve(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    openConnections: () => sockets.size,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

export const slowMailTrials: readonly Trial[] = [
  {
    name: "mail: a slow mail server",
    run: (bench) =>
      withCleanup(async (cleanup) => {
        const databaseUrl = await createTrialDatabase(bench, cleanup);
        const client = createClient(databaseUrl, 1);
        const { email } = await createUser(client);
        await client.$disconnect();
        const names = Object.keys(servers).slice(0, bench.isShort ? 1 : undefined);
        return Promise.all(
          names.map((name) =>
            recordFinding(`a mail server that ${name}`, async () => {
              const mailServer = await startSlowServer(servers[name] ?? (() => undefined));
              cleanup.add(mailServer.close);
              const app = await startTrialApp(databaseUrl, "", { SMTP_URL: mailServer.url });
              cleanup.add(app.stop);
              const pendingResponse = send(`${app.url}/api/password/create`, "POST", { body: { email } });
              // Other requests are served meanwhile.
              const health = await app.call("GET", "/api/health");
              const { status, ms } = await pendingResponse;
              const { rows } = await runSql(databaseUrl, "SELECT count(*)::int AS links FROM tokens");
              const wrong = [
                ...(status === 503 ? [] : [`answered ${status}`]),
                ...(ms > MAX_RESPONSE_MS ? [`took ${ms} ms`] : []),
                ...(health.status === 200 ? [] : [`health ${health.status}`]),
                ...(rows[0].links === 0 ? [] : ["a link that was not sent is valid"]),
              ];
              return { acknowledged: "no", found: `503 after ${(ms / 1000).toFixed(1)} s, no link left over`, wrong };
            }),
          ),
        );
      }),
  },
];
