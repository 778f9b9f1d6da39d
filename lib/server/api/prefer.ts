import type { AnswerHeaders, Call, Parameter } from "./route";

const MINIMAL = "return=minimal";

/** RFC 7240: whether the caller does without a part of the answer; the answer's headers then say that it was heard. */
export function wantsMinimal({ request, answerHeaders }: Pick<Call, "request" | "answerHeaders">): boolean {
  const asked = request.headers.get("prefer") ?? "";
  const isAsked = /(^|[,;\s])return\s*=\s*("minimal"|minimal)\s*($|[,;])/i.test(asked);
  if (isAsked) answerHeaders.set("preference-applied", MINIMAL);
  return isAsked;
}

/** What a route says of that. @param what it leaves out of its answer */
export const minimalAnswer = (what: string): { parameters: Parameter[]; headers: AnswerHeaders } => ({
  parameters: [
    {
      name: "Prefer",
      in: "header",
      description: `\`${MINIMAL}\` leaves \`${what}\` out of the answer.`,
      schema: { type: "string", examples: [MINIMAL] },
    },
  ],
  headers: {
    "Preference-Applied": {
      description: "Present when the request asked for a minimal answer.",
      schema: { const: MINIMAL },
    },
  },
});
