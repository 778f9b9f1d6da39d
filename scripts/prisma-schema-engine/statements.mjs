/** How much of a failing statement is quoted. */
const QUOTED_LINES = 12;

/** Everything in SQL within which a `;` does not end a statement, and words, longest first. */
const TOKEN =
  /--[^\n]*|\/\*|\$([A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$|[eE]'(?:[^'\\]|\\[^]|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*|\d\w*|[();]|[^\s]/g;

/**
 * Where the statements of a script begin and end. A script is always executed whole, so this only has to name the
 * statement that failed; PostgreSQL alone decides what the script means.
 */
export function splitStatements(script) {
  const statements = [];
  const token = new RegExp(TOKEN);
  let start = -1;
  let end = 0;
  let parentheses = 0;
  // Bodies of the form BEGIN ATOMIC … END hold semicolons without any quoting.
  let blocks = 0;
  let previousWord = "";

  const finish = () => {
    if (start >= 0) statements.push({ start, end });
    start = -1;
    parentheses = 0;
    blocks = 0;
    previousWord = "";
  };

  for (let match = token.exec(script); match; match = token.exec(script)) {
    const text = match[0];
    if (text.startsWith("--")) continue;
    if (text === "/*") {
      token.lastIndex = endOfComment(script, match.index);
      continue;
    }
    if (text === ";" && parentheses <= 0 && blocks === 0) {
      finish();
      continue;
    }
    if (start < 0) start = match.index;
    if (/^\$.*\$$/.test(text)) {
      const close = script.indexOf(text, token.lastIndex);
      token.lastIndex = close < 0 ? script.length : close + text.length;
    } else if (text === "(") {
      parentheses++;
    } else if (text === ")") {
      parentheses--;
    } else if (/^[a-z]+$/i.test(text)) {
      const word = text.toUpperCase();
      if (word === "ATOMIC" && previousWord === "BEGIN") blocks++;
      else if (word === "CASE" && blocks > 0) blocks++;
      else if (word === "END" && blocks > 0) blocks--;
      previousWord = word;
    }
    end = token.lastIndex;
  }
  finish();
  return statements;
}

/** PostgreSQL's block comments nest. */
function endOfComment(script, from) {
  const mark = /\/\*|\*\//g;
  mark.lastIndex = from;
  let depth = 0;
  for (let match = mark.exec(script); match; match = mark.exec(script)) {
    depth += match[0] === "/*" ? 1 : -1;
    if (depth === 0) return mark.lastIndex;
  }
  return script.length;
}

/**
 * Quotes the statement of a script that failed. PostgreSQL gives a position for errors in the text itself; for the
 * others (a duplicate key, say) the number of statements that were completed tells which one came next.
 */
export function describeFailure(script, completed, position) {
  const statements = splitStatements(script);
  const offset = position ? [...script].slice(0, position - 1).join("").length : undefined;
  const index = offset === undefined ? completed : statements.findIndex(({ end }) => offset < end);
  const statement = statements[index];
  if (!statement) return "";

  const lineOf = (at) => script.slice(0, at).split("\n").length;
  const first = lineOf(statement.start);
  const last = lineOf(statement.end);
  const marked = offset === undefined ? first : lineOf(offset);
  const from = Math.max(first, Math.min(marked - QUOTED_LINES / 2, last - QUOTED_LINES + 1));
  const to = Math.min(last, from + QUOTED_LINES - 1);

  const lines = script.split("\n");
  const quoted = [];
  if (from > first) quoted.push("         …");
  for (let line = from; line <= to; line++) {
    quoted.push(`${line === marked ? ">" : " "} ${String(line).padStart(5)} | ${lines[line - 1].trimEnd()}`);
  }
  if (to < last) quoted.push("         …");
  return `Statement ${index + 1} of ${statements.length} failed, at line ${marked} of the script:\n${quoted.join("\n")}`;
}
