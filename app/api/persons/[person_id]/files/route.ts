import { person } from "@/lib/model/kinds/person";
import { recordFileRoutes } from "@/lib/features/files/routes/record-file-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = recordFileRoutes(person);
