import { project } from "@/lib/model/kinds/project";
import { spreadsheetRoutes } from "@/lib/features/exports/routes/spreadsheet-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = spreadsheetRoutes(project);
