import { project } from "@/lib/records/project";
import { spreadsheetRoutes } from "@/lib/server/exports/spreadsheet-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = spreadsheetRoutes(project);
