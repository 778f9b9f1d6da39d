import { project } from "@/lib/records/kinds/project";
import { spreadsheetRoutes } from "@/lib/server/api/routes/exchange/spreadsheet-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = spreadsheetRoutes(project);
