const MAX_QUOTED_LINES = 12;

/** Comments, quoted texts, words and other characters of SQL, longest first. */
const TOKEN =
  /--[^\n]*|\/\*|\$([A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$|[eE]'(?:[^'\\]|\\[^]|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*|\d\w*|[();]|[^\s]/g;

/**
 * Returns the offsets at which the statements of a script start and end, only for error messages: a
 * script is always executed as a whole.
 */
function splitStatements(script) {
  const statements = [];
  const token = new RegExp(TOKEN);
  let statement;
  for (let match = token.exec(script); match; match = token.exec(script)) {
    const [text] = match;
    if (text.startsWith("--")) continue;
    if (text === "/*") {
      token.lastIndex = endOfComment(script, match.index);
      continue;
    }
    // The body of a function may contain semicolons between BEGIN ATOMIC and END.
    if (text === ";" && !(statement?.parentheses > 0) && !(statement?.blocks > 0)) {
      statement = undefined;
      continue;
    }
    if (!statement) statements.push((statement = { start: match.index, parentheses: 0, blocks: 0, word: "" }));
    const word = text.toUpperCase();
    if (/^\$.*\$$/.test(text)) {
      const close = script.indexOf(text, token.lastIndex);
      token.lastIndex = close < 0 ? script.length : close + text.length;
    } else if (text === "(") statement.parentheses++;
    else if (text === ")") statement.parentheses--;
    else if ((word === "ATOMIC" && statement.word === "BEGIN") || (word === "CASE" && statement.blocks))
      statement.blocks++;
    else if (word === "END" && statement.blocks) statement.blocks--;
    statement.word = word;
    statement.end = token.lastIndex;
  }
  return statements;
}

/** Returns the end of a block comment, which may contain others in PostgreSQL. */
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
 * Quotes the failed statement of a script, with its line numbers.
 * @param completed number of statements that were completed. It identifies the failed one if
 * PostgreSQL gives no position, as for a duplicate key
 * @param position position of the error in characters, from 1
 */
export function describeFailure(script, completed, position) {
  const statements = splitStatements(script);
  const offset = position && [...script].slice(0, position - 1).join("").length;
  const index = position ? statements.findIndex(({ end }) => offset < end) : completed;
  const statement = statements[index];
  if (!statement) return "";

  const lineAt = (at) => script.slice(0, at).split("\n").length;
  const [first, last, marked] = [statement.start, statement.end, offset ?? statement.start].map(lineAt);
  const from = Math.max(first, Math.min(marked - MAX_QUOTED_LINES / 2, last - MAX_QUOTED_LINES + 1));
  const to = Math.min(last, from + MAX_QUOTED_LINES - 1);
  const quoted = script
    .split("\n")
    .slice(from - 1, to)
    .map((text, at) => `${from + at === marked ? ">" : " "} ${String(from + at).padStart(5)} | ${text.trimEnd()}`);
  if (from > first) quoted.unshift("         …");
  if (to < last) quoted.push("         …");
  return `Statement ${index + 1} of ${statements.length} failed, at line ${marked} of the script:\n${quoted.join("\n")}`;
}
