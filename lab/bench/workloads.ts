/** One request of a workload; its body is another one each time, for a save that changes nothing is none. */
export type LoadRequest = { method: "GET" | "PUT"; path: string; body?: (time: number) => object };
/**
 * What both servers are asked for, in turn. `limit` is what the app is held to: the reference's own rate, or that of an empty
 * route of the app with its session check; `goal` the least part of it.
 */
export type Workload = {
  name: string;
  requests: LoadRequest[];
  limit: "reference" | "empty route" | "none";
  goal?: number;
  /** Whether the reference can be asked, too. */
  isCompared: boolean;
  /** Whether both are right although they do not answer the same. */
  mayDiffer?: boolean;
};

const VARIANTS = 60;
const get = (path: string): LoadRequest => ({ method: "GET", path });
const many = (make: (index: number) => LoadRequest) => Array.from({ length: VARIANTS }, (_, index) => make(index));
const UMLAUTS = ["Mühlbäcker", "Höfförster", "Grünwäldner", "Köhsträßer", "Schröhöfer", "Bächböck", "Lüdmüller"];
const STARTS = ["Mühlbä", "Höfför", "Grünwä", "Köhstr", "Schröh", "Bächbö", "Lüdmül", "Brückm", "Gärtho", "Pöhlmü"];

/** The workloads for a table of so many members. */
export function workloads(members: number): Workload[] {
  const half = Math.floor(members / 20);
  const someone = (index: number) => 1 + ((index * 7919) % members);
  const compared = { isCompared: true, limit: "reference", goal: 0.35 } as const;
  return [
    { name: "empty route", requests: many(() => get("/api/members_search?search=x")), limit: "none", isCompared: true },
    { name: "list, first page", requests: many(() => get("/api/members")), ...compared },
    { name: "list, page at 50 %", requests: many((index) => get(`/api/members?pageNo=${half + index}`)), ...compared },
    {
      name: "list, text filter",
      requests: many((index) =>
        get(`/api/members?filter=${encodeURIComponent(UMLAUTS[index % UMLAUTS.length] ?? "")}`),
      ),
      ...compared,
    },
    {
      name: "list, two topics",
      requests: many((index) => get(`/api/members?topics=${1 + index},${100 + index}`)),
      ...compared,
    },
    { name: "list by institute", requests: many(() => get("/api/members?sortBy=institut_name_de")), ...compared },
    {
      name: "one record",
      requests: many((index) => get(`/api/members/${someone(index)}`)),
      ...{ isCompared: true, limit: "empty route", goal: 0.7 },
    },
    {
      name: "save one record",
      requests: many((index) => ({
        method: "PUT",
        path: `/api/members/${someone(index)}`,
        body: (time) => ({ kommentare: `Stand ${time}` }),
      })),
      ...{ isCompared: true, limit: "empty route", goal: 0.5 },
    },
    {
      name: "typeahead",
      requests: many((index) =>
        get(`/api/members_search?search=${encodeURIComponent(STARTS[index % STARTS.length] ?? "")}`),
      ),
      // Both look at fifty names that begin so; where more do, which fifty is nowhere said.
      mayDiffer: members > 100_000,
      ...{ isCompared: true, limit: "empty route", goal: 0.7 },
    },
    { name: "list page, rendered", requests: many(() => get("/members")), limit: "none", isCompared: false },
  ];
}
