import { allDefinitions } from "@/lib/model/kinds/registry";

/** The kind of the views of the page of statistics (contract §17). */
export const STATISTICS_VIEWS = "statistics";

/** The kinds of views (contract §10): record kinds, by the first segment of their API paths, and statistics. */
export const VIEW_KINDS: readonly string[] = [...allDefinitions.map(({ apiPath }) => apiPath), STATISTICS_VIEWS];
