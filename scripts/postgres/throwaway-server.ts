import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { request } from "node:http";
import { homedir, tmpdir } from "node:os";
import path from "node:path";
import { canReach, serverIdentity } from "./postgres-binaries";
import { freePort, startCluster } from "./postgres-cluster";
import { parseUrl } from "@/lib/model/pure/parse-url";
import { messageOf, UserFacingError } from "@/scripts/process/user-facing-error";

const LOCAL_HOSTS = ["localhost", "127.0.0.1", "[::1]", "::1", ""];
const IMAGE = "postgres:18";
const DOCKER_ANSWER_MS = 2_000;
const DOCKER_START_MS = 120_000;
/** PostgreSQL settings for test databases, which need no durability. */
const SETTINGS = ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=200", "jit=off"];

/** A PostgreSQL server for tests; `url` is the URL of its maintenance database. */
export type TestServer = { url: string; description: string; stop: () => Promise<void> };

/**
 * Starts a PostgreSQL server for tests: uses the server of TEST_DATABASE_URL if set, otherwise a
 * container if Docker responds, otherwise embedded PostgreSQL.
 */
export async function startTestServer(): Promise<TestServer> {
  const configuredUrl = process.env.TEST_DATABASE_URL;
  if (configuredUrl)
    return {
      url: localUrl(configuredUrl),
      description: "the server of TEST_DATABASE_URL",
      stop: async () => undefined,
    };
  if (await dockerAnswers()) {
    try {
      return await startContainer();
    } catch (error) {
      console.warn(`Docker answers but does not run ${IMAGE} (${messageOf(error)}): using embedded PostgreSQL.`);
    }
  }
  return startEmbedded();
}

/**
 * Returns the URL of a server if the server is on this machine. Others are refused, because tests
 * create and drop databases.
 * @throws UserFacingError for any other host
 */
export function localUrl(address: string): string {
  const url = parseUrl(address);
  const host = url?.searchParams.get("host") ?? url?.hostname;
  if (host !== undefined && (LOCAL_HOSTS.includes(host) || host.startsWith("/"))) return address;
  throw new UserFacingError(
    "TEST_DATABASE_URL must be a postgresql:// address on this machine (localhost): tests create and drop databases.",
  );
}

async function dockerAnswers(): Promise<boolean> {
  const sockets = ["/var/run/docker.sock", path.join(homedir(), ".docker/run/docker.sock")];
  if (process.env.XDG_RUNTIME_DIR) sockets.push(path.join(process.env.XDG_RUNTIME_DIR, "docker.sock"));
  const host = process.env.DOCKER_HOST;
  if (host?.startsWith("unix://")) sockets.unshift(host.slice("unix://".length));
  const tcp = host ? parseUrl(host) : null;
  if (tcp?.protocol === "tcp:" && LOCAL_HOSTS.includes(tcp.hostname) && (await pings(`http://${tcp.host}/_ping`)))
    return true;
  for (const socketPath of sockets) {
    if (existsSync(socketPath) && (await pings("http://docker/_ping", socketPath))) return true;
  }
  return false;
}

function pings(url: string, socketPath?: string): Promise<boolean> {
  return new Promise((resolve) => {
    const call = request(url, { socketPath, timeout: DOCKER_ANSWER_MS }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    call.on("timeout", () => call.destroy());
    call.on("error", () => resolve(false));
    call.end();
  });
}

async function startContainer(): Promise<TestServer> {
  const { PostgreSqlContainer } = await import("@testcontainers/postgresql");
  const container = await new PostgreSqlContainer(IMAGE)
    .withCommand(["postgres", ...SETTINGS.flatMap((setting) => ["-c", setting])])
    .withStartupTimeout(DOCKER_START_MS)
    .start();
  return {
    url: container.getConnectionUri(),
    description: `${IMAGE} in Docker`,
    stop: async () => void (await container.stop()),
  };
}

async function startEmbedded(): Promise<TestServer> {
  const folder = mkdtempSync(path.join(reachableTemporaryFolder(), "cooperation-test-"));
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  // The user that runs PostgreSQL must be able to traverse the folder; the PostgreSQL cluster in it
  // stays private.
  chmodSync(folder, 0o711);
  try {
    const password = randomBytes(16).toString("hex");
    const cluster = await startCluster({ folder, password, port: await freePort(), settings: SETTINGS });
    return {
      url: cluster.url("postgres"),
      description: "embedded PostgreSQL",
      stop: () => cluster.stop().finally(removeFolder),
    };
  } catch (error) {
    removeFolder();
    throw error;
  }
}

/** Returns a folder for temporary files that the user who runs PostgreSQL can reach. */
export function reachableTemporaryFolder(): string {
  return canReach(tmpdir(), serverIdentity()) ? tmpdir() : "/var/tmp";
}
