import type { AnyDefinition } from "@/lib/model/kinds/define";
import type { ListQuery } from "@/lib/model/lists/list-query";
import { dayOf } from "@/lib/model/fields/moments";
import { FEED_MAX_EVENTS, writeFeed } from "@/lib/features/deadlines/server/calendar/feed";
import { listDeadlines } from "@/lib/features/deadlines/server/find-deadlines";
import { withConcurrencyLimit } from "@/lib/store/limits/concurrency";
import { readLong } from "@/lib/store/records/find-records";
import type { Context } from "@/lib/store/database/transaction";
import { listedKeys } from "./export-rows";

/**
 * Renders the deadlines of all projects that a list query matches as a calendar (contract §10), the
 * earliest ones if there are more than a feed may have.
 */
export const deadlinesCalendar = (
  context: Context,
  user: number,
  definition: AnyDefinition,
  query: ListQuery,
): Promise<string> =>
  withConcurrencyLimit("exporting", user, async () => {
    const projects = await readLong(context, (connection) => listedKeys(connection, definition, query));
    const { rows } = await listDeadlines(context, { projects, pageNo: 0, pageSize: FEED_MAX_EVENTS });
    return writeFeed(rows, context.locale, dayOf(new Date()));
  });
