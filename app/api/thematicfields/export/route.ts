import { thematicField } from "@/lib/records/thematic-field";
import { spreadsheetRoutes } from "@/lib/server/exports/spreadsheet-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = spreadsheetRoutes(thematicField);
