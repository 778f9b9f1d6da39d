import { member } from "@/lib/model/kinds/member";
import { recordFileRoutes } from "@/lib/features/files/routes/record-file-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = recordFileRoutes(member);
