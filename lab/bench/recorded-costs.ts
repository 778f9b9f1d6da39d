/**
 * PostgreSQL's processor time per request of each workload of `npm run bench:smoke`, in ms on a machine
 * of nominal speed (`costs.ts`). A change that makes a workload more expensive records the new cost
 * here, and its commit says what is worth it; a change that makes one cheaper records that, too.
 */
export const RECORDED_COSTS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    "list, first page": 1.45,
    "list, page at 50 %": 1.7,
    "list, text filter": 1.7,
    "list, text filter found in links": 1.7,
    "list, two topics": 4.9,
    "list by institute": 1.4,
    "one record": 0.7,
    "save one record": 3.3,
    typeahead: 1.4,
  }),
);

/** Factor by which a workload may exceed its recorded cost. */
export const TOLERANCE = 1.5;
