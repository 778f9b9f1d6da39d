import { getAt } from "@/lib/model/pure/get-at";
/**
 * A request of a workload. `body` returns different values each time, because a save without
 * changes writes nothing.
 */
export type LoadRequest = { method: "GET" | "PUT"; path: string; body?: (time: number) => object };
/**
 * Requests for both servers. `limit` is what the app's rate is compared to: the reference's rate,
 * or that of an empty route of the app with its session check; `goal` is the minimum ratio.
 */
export type Workload = {
  name: string;
  requests: LoadRequest[];
  limit: "reference" | "empty route" | "none";
  goal?: number;
  /** True if the reference server supports these requests, so that both servers are compared. */
  isCompared: boolean;
  /** True if the response is a page, which takes a browser's session. */
  isRendered?: true;
  /** True if the two servers may return different but equally correct responses. */
  mayDiffer?: boolean;
};

const VARIANTS = 60;
export const get = (path: string): LoadRequest => ({ method: "GET", path });
const many = (make: (index: number) => LoadRequest) => Array.from({ length: VARIANTS }, (_, index) => make(index));
const UMLAUTS = ["Mühlbäcker", "Höfförster", "Grünwäldner", "Köhsträßer", "Schröhöfer", "Bächböck", "Lüdmüller"];
const STARTS = ["Mühlbä", "Höfför", "Grünwä", "Köhstr", "Schröh", "Bächbö", "Lüdmül", "Brückm", "Gärtho", "Pöhlmü"];

/** The workload that does nothing but check the session: that of the others is compared to it. */
export const EMPTY_ROUTE = "empty route";

/** Returns the workloads for a table of `members` members. */
export function workloads(members: number): Workload[] {
  const middlePage = Math.floor(members / 20);
  const memberId = (index: number) => 1 + ((index * 7919) % members);
  const compared = { isCompared: true, limit: "reference", goal: 0.35 } as const;
  return [
    { name: EMPTY_ROUTE, requests: many(() => get("/api/members_search?search=x")), limit: "none", isCompared: true },
    { name: "list, first page", requests: many(() => get("/api/members")), ...compared },
    {
      name: "list, page at 50 %",
      requests: many((index) => get(`/api/members?pageNo=${middlePage + index}`)),
      ...compared,
    },
    {
      name: "list, text filter",
      requests: many((index) =>
        get(`/api/members?filter=${encodeURIComponent(getAt(UMLAUTS, index % UMLAUTS.length))}`),
      ),
      ...compared,
    },
    {
      name: "list, text filter found in links",
      requests: many((index) =>
        get(`/api/projects?filter=${encodeURIComponent(getAt(UMLAUTS, index % UMLAUTS.length))}`),
      ),
      ...{ isCompared: false, limit: "none" },
    },
    {
      name: "list, two topics",
      requests: many((index) => get(`/api/members?topics=${1 + index},${100 + index}`)),
      ...compared,
    },
    { name: "list by institute", requests: many(() => get("/api/members?sortBy=institut_name_de")), ...compared },
    {
      name: "one record",
      requests: many((index) => get(`/api/members/${memberId(index)}`)),
      ...{ isCompared: true, limit: "empty route", goal: 0.7 },
    },
    {
      name: "save one record",
      requests: many((index) => ({
        method: "PUT",
        path: `/api/members/${memberId(index)}`,
        body: (time) => ({ kommentare: `Stand ${time}` }),
      })),
      ...{ isCompared: true, limit: "empty route", goal: 0.5 },
    },
    {
      name: "typeahead",
      requests: many((index) =>
        get(`/api/members_search?search=${encodeURIComponent(getAt(STARTS, index % STARTS.length))}`),
      ),
      // Both servers read fifty matching names. If more names match, it is undefined which fifty
      // they read.
      mayDiffer: members > 100_000,
      ...{ isCompared: true, limit: "empty route", goal: 0.7 },
    },
    {
      name: "list page, rendered",
      requests: many(() => get("/members")),
      limit: "none",
      isCompared: false,
      isRendered: true,
    },
  ];
}
