import type { AnswerHeaders, Call, Parameter } from "./route";

const MINIMAL = "return=minimal";

/**
 * Whether the client prefers a minimal response (RFC 7240). If so, acknowledges that in the
 * response headers.
 */
export function wantsMinimal({ request, answerHeaders }: Pick<Call, "request" | "answerHeaders">): boolean {
  const asked = request.headers.get("prefer") ?? "";
  const isAsked = /(^|[,;\s])return\s*=\s*("minimal"|minimal)\s*($|[,;])/i.test(asked);
  if (isAsked) answerHeaders.set("preference-applied", MINIMAL);
  return isAsked;
}

/**
 * Returns the OpenAPI declarations of `Prefer: return=minimal`.
 * @param what the response field that a minimal response omits
 */
export const minimalAnswer = (what: string): { parameters: Parameter[]; headers: AnswerHeaders } => ({
  parameters: [
    {
      name: "Prefer",
      in: "header",
      description: `\`${MINIMAL}\` omits \`${what}\` from the response.`,
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
