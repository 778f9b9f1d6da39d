import { referenceLists, type ReferenceListName } from "../../records/reference-lists";
import { allDefinitions } from "../../records/registry";
import { exactObject, listOf, ref, type Operation } from "./operation";
import { entryName } from "./record-schemas";

const tag = "System";
const listNames = Object.keys(referenceLists) as ReferenceListName[];
const count = { type: "integer", minimum: 0 };

/** `GET /global` */
export const globalOperation: Operation = {
  id: "readGlobal",
  path: "/global",
  tag,
  summary: "Read the reference lists, the counts and who is logged in",
  access: "login",
  success: {
    status: 200,
    description: "Everything at the top level",
    schema: exactObject({
      ...Object.fromEntries(listNames.map((list) => [list, listOf(ref(entryName(list)))])),
      ...Object.fromEntries(allDefinitions.map(({ countName }) => [countName, count])),
      user: exactObject({ email: { type: "string" } }),
    }),
  },
};

/** `GET /health` */
export const healthOperation: Operation = {
  id: "readHealth",
  path: "/health",
  tag,
  summary: "Ask whether the app and its database answer",
  access: "public",
  success: { status: 200, description: "Both answer", schema: exactObject({ success: { const: true } }) },
};

/** `GET /openapi.json` */
export const documentOperation: Operation = {
  id: "readApiDescription",
  path: "/openapi.json",
  tag,
  summary: "Read this description",
  access: "public",
  success: {
    status: 200,
    description: "An OpenAPI 3.1 document",
    schema: {
      type: "object",
      properties: {
        openapi: { type: "string", pattern: "^3\\.1\\." },
        info: { type: "object" },
        paths: { type: "object" },
        components: { type: "object" },
      },
      required: ["openapi", "info", "paths", "components"],
    },
  },
};
