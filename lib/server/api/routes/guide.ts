import { refusalResponse } from "../responses";

const { description: methodNotAllowed } = refusalResponse(["method_not_allowed"]);
const { description: notFound } = refusalResponse(["not_found"]);
const { description: misdirected } = refusalResponse(["misdirected_request"]);
const { description: upgradeRefused } = refusalResponse(["upgrade_refused"]);

/** The document's introduction: what all calls have in common (contract §1). Markdown. */
export const apiGuide = `Who works with whom: members of the university, their cooperation projects, partner institutions,
partner persons, and the thematic fields that all of them carry.

**Login.** \`POST /auth/login\` answers an \`access_token\`; send it as \`Authorization: Bearer …\`. Browsers use the session
cookie instead. \`POST /auth/logout\` ends the session.

**Bodies and answers** are JSON in UTF-8. Days are \`YYYY-MM-DD\` or \`null\`; ids are positive 32-bit integers; an entry \`-1\` of
a reference list is "k. A." | "n/a". Texts are trimmed, and their lengths counted in UTF-16 units.

**Refusals** carry \`success: false\` and a \`message\`, which is a key of the screens' message catalogue. Some are answered
with status 200: the call was understood, and nothing was changed.

Any path may answer 405, with the path's methods in \`Allow\` (${methodNotAllowed}); a path that is not listed here answers
404 (${notFound}). A request whose \`Host\` is neither the installation's own nor this machine's is answered 421
(${misdirected}), one for another protocol (\`Upgrade\`) 426 (${upgradeRefused}). HEAD is answered as GET is.`;
