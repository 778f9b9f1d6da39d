/**
 * Drives the app with many connections, in a separate process so that it does not delay the health
 * checks of the trial. Receives its parameters as a JSON argument and prints its result as JSON.
 */
import autocannon from "autocannon";
import { memberValues } from "@/tests/support/factories";
import { getAt } from "@/lib/model/pure/get-at";

export type LoadOptions = {
  url: string;
  connections: number;
  seconds: number;
  /**
   * Seconds at the beginning that are not measured: requests of an initial burst may wait, those of
   * a sustained load may not.
   */
  settles: number;
  tokens: string[];
  /** Cookie headers, one for each token. */
  cookies: string[];
  logins: { email: string; password: string }[];
  members: number;
};
export type LatencySummary = { count: number; p50: number; p99: number; max: number };
export type LoadResult = {
  /**
   * Results by status; 0 means no response. Successful logins are counted separately, because
   * hashing dominates their time.
   */
  byStatus: Record<string, LatencySummary>;
  all: LatencySummary;
  perSecond: number;
  /** Number of 503 responses without Retry-After. */
  withoutRetryAfter: number;
};

const LOGIN_EVERY = 20;
const PAGE_EVERY = 7;
const NAMES = ["Mühl", "Höf", "Grün", "Köh", "Schrö", "Bäch", "Lüd", "Brück"];

const isLogin = (connection: number) => connection % LOGIN_EVERY === 0;

function requestsOf({ tokens, cookies, logins, members }: LoadOptions, first: number): autocannon.Request[] {
  let time = first * 7919;
  const nextMember = () => 1 + ((time += 7919) % members);
  const json = { "content-type": "application/json" };
  const token = () => ({ authorization: `Bearer ${tokens[time % tokens.length]}` });
  const get = (path: () => string): autocannon.Request => ({
    setupRequest: (request) => ({ ...request, method: "GET", path: path(), headers: token() }),
  });
  const list = get(() => `/api/members?pageNo=${nextMember() % 50}`);
  const search = get(() => `/api/members?filter=${encodeURIComponent(getAt(NAMES, nextMember() % NAMES.length))}`);
  const one = get(() => `/api/members/${nextMember()}`);
  const save: autocannon.Request = {
    setupRequest: (request) => ({
      ...{ ...request, method: "PUT", path: `/api/members/${nextMember()}`, headers: { ...token(), ...json } },
      body: JSON.stringify({ telefon: `0711 ${time}` }),
    }),
  };
  const create: autocannon.Request = {
    setupRequest: (request) => ({
      ...{ ...request, method: "POST", path: "/api/members/new", headers: { ...token(), ...json } },
      body: JSON.stringify(memberValues()),
    }),
  };
  const login: autocannon.Request = {
    setupRequest: (request) => ({
      ...{ ...request, method: "POST", path: "/api/auth/login", headers: json },
      body: JSON.stringify(logins[nextMember() % logins.length]),
    }),
  };
  const page: autocannon.Request = {
    setupRequest: (request) => ({
      ...{ ...request, method: "GET", path: `/members?pageNo=${nextMember() % 50}` },
      headers: { cookie: getAt(cookies, time % cookies.length) },
    }),
  };
  // Logins, the slowest requests, have connections of their own, so that other requests do not wait
  // for them.
  if (isLogin(first)) return [login];
  if (first % PAGE_EVERY === 0) return [page];
  const mix = [list, one, search, save, list, one, create, one, search, save];
  return [...mix.slice(first % mix.length), ...mix.slice(0, first % mix.length)];
}

const summarize = (times: number[]): LatencySummary => {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (part: number) => Math.round(sorted.at(Math.floor((sorted.length - 1) * part)) ?? 0);
  return { count: sorted.length, p50: at(0.5), p99: at(0.99), max: at(1) };
};

async function drive(options: LoadOptions): Promise<LoadResult> {
  const times = new Map<string, number[]>();
  const logins = new Set<unknown>();
  const startedAt = performance.now();
  let withoutRetryAfter = 0;
  let number = 0;
  const recordLatency = (status: string, milliseconds: number) => {
    if (performance.now() - startedAt < options.settles * 1000) return;
    const latencies = times.get(status) ?? [];
    times.set(status, latencies);
    latencies.push(milliseconds);
  };
  const checkRefusal = (status: number, _body: string, _context: object, headers?: object) => {
    const names = Object.keys(headers ?? {}).map((name) => name.toLowerCase());
    if (status === 503 && !names.includes("retry-after")) withoutRetryAfter += 1;
  };
  await new Promise<void>((resolve, reject) => {
    const running = autocannon(
      {
        url: options.url,
        connections: options.connections,
        duration: options.seconds + options.settles,
        timeout: 30,
        setupClient: (client) => {
          number += 1;
          if (isLogin(number)) logins.add(client);
          client.setRequests(requestsOf(options, number).map((request) => ({ ...request, onResponse: checkRefusal })));
        },
      },
      (error: Error | null) => (error ? reject(error) : resolve()),
    );
    running.on("response", (client, status, _bytes, milliseconds) =>
      recordLatency(status === 200 && logins.has(client) ? "login" : String(status), milliseconds),
    );
    running.on("reqError", () => recordLatency("0", 0));
  });
  const all = [...times.values()].flat();
  return {
    byStatus: Object.fromEntries([...times].map(([status, latencies]) => [status, summarize(latencies)])),
    all: summarize(all),
    perSecond: (all.length - (times.get("503")?.length ?? 0)) / options.seconds,
    withoutRetryAfter,
  };
}

const [options = "{}"] = process.argv.slice(2);
process.stdout.write(JSON.stringify(await drive(JSON.parse(options) as LoadOptions)), () => process.exit(0));
