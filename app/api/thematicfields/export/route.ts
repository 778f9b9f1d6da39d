import { thematicField } from "@/lib/records/kinds/thematic-field";
import { spreadsheetRoutes } from "@/lib/server/api/routes/exchange/spreadsheet-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = spreadsheetRoutes(thematicField);
