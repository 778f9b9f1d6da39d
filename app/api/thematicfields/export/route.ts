import { thematicField } from "@/lib/model/kinds/thematic-field";
import { spreadsheetRoutes } from "@/lib/features/exports/routes/spreadsheet-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = spreadsheetRoutes(thematicField);
