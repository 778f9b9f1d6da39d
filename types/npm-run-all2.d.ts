// npm-run-all2 has no types of its own; this declares what scripts/test.ts uses of it.
declare module "npm-run-all2" {
  export type Result = { name: string; code?: number };
  type Options = {
    parallel?: boolean;
    maxParallel?: number;
    aggregateOutput?: boolean;
    continueOnError?: boolean;
    printName?: boolean;
    silent?: boolean;
    stdout?: NodeJS.WritableStream;
    stderr?: NodeJS.WritableStream;
  };
  /** Rejects with an error that has `results` when a script has failed. */
  export default function runAll(scripts: string[], options: Options): Promise<Result[]>;
}
