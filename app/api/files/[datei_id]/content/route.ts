import { fileContent } from "@/lib/features/files/routes/content-route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = fileContent;
