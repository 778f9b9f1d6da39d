/**
 * Reads the arguments as Prisma's command line passes them: schema files for the RPC server,
 * or `cli <command>` for the few things it asks of a short-lived process.
 */
export function parseArguments(argv) {
  const args = { version: false, command: undefined, schemaFiles: [], datasource: {} };
  for (let i = 0; i < argv.length; i++) {
    switch (argv[i]) {
      case "--version":
      case "-V":
        args.version = true;
        break;
      case "--datamodels":
      case "-d":
        args.schemaFiles.push(argv[++i]);
        break;
      case "--datasource":
        args.datasource = JSON.parse(argv[++i]);
        break;
      case "--enabled-preview-features":
      case "--extension-types":
        // The WebAssembly build takes neither; the value must not be mistaken for a command.
        i++;
        break;
      case "cli":
        args.command = argv[++i];
        break;
    }
  }
  return args;
}

/** Writes a log line as the native engine does; Prisma's command line reads its errors from there. */
export function log(level, fields) {
  const line = { timestamp: new Date().toISOString(), level, fields, target: "schema_engine::logger" };
  process.stderr.write(`${JSON.stringify(line)}\n`);
}
