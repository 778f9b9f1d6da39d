import { RECORD_TABS } from "@/lib/model/kinds/define";

/** Query of a record's page that opens its form, regardless of the tab that the user prefers. */
export const EDIT_QUERY = `?tab=${RECORD_TABS[0]}`;
