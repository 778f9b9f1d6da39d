import { person } from "@/lib/records/person";
import { overviewPdfRoutes } from "@/lib/server/exports/overview-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = overviewPdfRoutes(person);
