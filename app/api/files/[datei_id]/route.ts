import { file } from "@/lib/features/files/routes/file-routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = file;
