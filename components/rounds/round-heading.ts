/** Classes of the heading of a round's page. */
export const ROUND_HEADING = "mb-4 min-w-0 text-xl font-semibold [overflow-wrap:anywhere]";
