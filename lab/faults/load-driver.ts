/**
 * Drives the app with many connections, in a separate process so that it does not delay the health
 * checks of the trial. Receives its parameters as a JSON argument and prints its result as JSON.
 */
import autocannon from "autocannon";
import { memberValues } from "@/tests/support/factories";
import { getAt } from "@/lib/model/pure/get-at";

export type LoadOrder = {
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
export type Seen = { count: number; p50: number; p99: number; max: number };
export type LoadResult = {
  /**
   * Results by status; 0 means no response. Successful logins are counted separately, because
   * hashing dominates their time.
   */
  byStatus: Record<string, Seen>;
  all: Seen;
  perSecond: number;
  /** Number of 503 responses without Retry-After. */
  withoutRetryAfter: number;
};

const LOGIN_EVERY = 20;
const PAGE_EVERY = 7;
const NAMES = ["Mühl", "Höf", "Grün", "Köh", "Schrö", "Bäch", "Lüd", "Brück"];

const isLogin = (connection: number) => connection % LOGIN_EVERY === 0;

function requestsOf({ tokens, cookies, logins, members }: LoadOrder, first: number): autocannon.Request[] {
  let time = first * 7919;
  const someone = () => 1 + ((time += 7919) % members);
  const json = { "content-type": "application/json" };
  const token = () => ({ authorization: `Bearer ${tokens[time % tokens.length]}` });
  const get = (path: () => string): autocannon.Request => ({
    setupRequest: (request) => ({ ...request, method: "GET", path: path(), headers: token() }),
  });
  const list = get(() => `/api/members?pageNo=${someone() % 50}`);
  const search = get(() => `/api/members?filter=${encodeURIComponent(getAt(NAMES, someone() % NAMES.length))}`);
  const one = get(() => `/api/members/${someone()}`);
  const save: autocannon.Request = {
    setupRequest: (request) => ({
      ...{ ...request, method: "PUT", path: `/api/members/${someone()}`, headers: { ...token(), ...json } },
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
      body: JSON.stringify(logins[someone() % logins.length]),
    }),
  };
  const page: autocannon.Request = {
    setupRequest: (request) => ({
      ...{ ...request, method: "GET", path: `/members?pageNo=${someone() % 50}` },
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

const seenIn = (times: number[]): Seen => {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (part: number) => Math.round(sorted.at(Math.floor((sorted.length - 1) * part)) ?? 0);
  return { count: sorted.length, p50: at(0.5), p99: at(0.99), max: at(1) };
};

async function drive(order: LoadOrder): Promise<LoadResult> {
  const times = new Map<string, number[]>();
  const logins = new Set<unknown>();
  const begun = performance.now();
  let withoutRetryAfter = 0;
  let number = 0;
  const note = (status: string, milliseconds: number) => {
    if (performance.now() - begun < order.settles * 1000) return;
    const known = times.get(status) ?? [];
    times.set(status, known);
    known.push(milliseconds);
  };
  const checkRefusal = (status: number, _body: string, _context: object, headers?: object) => {
    const names = Object.keys(headers ?? {}).map((name) => name.toLowerCase());
    if (status === 503 && !names.includes("retry-after")) withoutRetryAfter += 1;
  };
  await new Promise<void>((resolve, reject) => {
    const running = autocannon(
      {
        url: order.url,
        connections: order.connections,
        duration: order.seconds + order.settles,
        timeout: 30,
        setupClient: (client) => {
          number += 1;
          if (isLogin(number)) logins.add(client);
          client.setRequests(requestsOf(order, number).map((request) => ({ ...request, onResponse: checkRefusal })));
        },
      },
      (error: Error | null) => (error ? reject(error) : resolve()),
    );
    running.on("response", (client, status, _bytes, milliseconds) =>
      note(status === 200 && logins.has(client) ? "login" : String(status), milliseconds),
    );
    running.on("reqError", () => note("0", 0));
  });
  const all = [...times.values()].flat();
  return {
    byStatus: Object.fromEntries([...times].map(([status, some]) => [status, seenIn(some)])),
    all: seenIn(all),
    perSecond: (all.length - (times.get("503")?.length ?? 0)) / order.seconds,
    withoutRetryAfter,
  };
}

const [order = "{}"] = process.argv.slice(2);
process.stdout.write(JSON.stringify(await drive(JSON.parse(order) as LoadOrder)), () => process.exit(0));
