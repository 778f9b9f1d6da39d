import { refusalResponse } from "./openapi-responses";

const { description: methodNotAllowed } = refusalResponse(["method_not_allowed"]);
const { description: notFound } = refusalResponse(["not_found"]);
const { description: misdirected } = refusalResponse(["misdirected_request"]);
const { description: upgradeRefused } = refusalResponse(["upgrade_refused"]);

/** The document's introduction in Markdown: what all calls have in common (contract §1). */
export const apiGuide = `The database of who works with whom: members of the university, their cooperation projects, partner institutions and
partner persons, and the thematic fields assigned to all of them.

**Login.** \`POST /auth/login\` returns an \`access_token\`; send it as \`Authorization: Bearer …\`. Browsers use the session
cookie instead. \`POST /auth/logout\` ends the session.

**Bodies and responses** are JSON in UTF-8. Dates are \`YYYY-MM-DD\` or \`null\`; ids are positive 32-bit integers; the entry
\`-1\` of a reference list means "k. A." | "n/a", that of \`dateiarten\` "Sonstiges" | "Other". Texts are trimmed, and their
lengths are counted in UTF-16 code units.

**Refusals** carry \`success: false\` and a \`message\`, which is a key of the user interface's message catalogue. Some have
status 200: the call was understood, and nothing was changed.

Any path may respond with 405 and its methods in \`Allow\` (${methodNotAllowed}); a path that is not listed here responds
with 404 (${notFound}). A request whose \`Host\` is neither the installation's own nor this machine's gets 421
(${misdirected}), and one that asks for another protocol (\`Upgrade\`) gets 426 (${upgradeRefused}). HEAD is handled like GET.`;
