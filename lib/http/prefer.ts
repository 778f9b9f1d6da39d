import type { AnswerHeaders, Call, Parameter } from "./route";

const MINIMAL = "return=minimal";

/**
 * Whether the client prefers a minimal response (RFC 7240). If so, acknowledges that in the
 * response headers.
 */
export function prefersMinimal({ request, answerHeaders }: Pick<Call, "request" | "answerHeaders">): boolean {
  const preference = request.headers.get("prefer") ?? "";
  const isMinimal = /(^|[,;\s])return\s*=\s*("minimal"|minimal)\s*($|[,;])/i.test(preference);
  if (isMinimal) answerHeaders.set("preference-applied", MINIMAL);
  return isMinimal;
}

/**
 * Returns the OpenAPI declarations of `Prefer: return=minimal`.
 * @param field the response field that a minimal response omits
 */
export const minimalAnswer = (field: string): { parameters: Parameter[]; headers: AnswerHeaders } => ({
  parameters: [
    {
      name: "Prefer",
      in: "header",
      description: `\`${MINIMAL}\` omits \`${field}\` from the response.`,
      schema: { type: "string", examples: [MINIMAL] },
    },
  ],
  headers: {
    "Preference-Applied": {
      description: "Present when the request asked for a minimal response.",
      schema: { const: MINIMAL },
    },
  },
});
