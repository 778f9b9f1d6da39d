import { RECORD_TABS } from "@/lib/model/kinds/define";

/** Query of a record's page that opens its form, whatever the user has chosen to see first. */
export const EDIT_QUERY = `?tab=${RECORD_TABS[0]}`;
