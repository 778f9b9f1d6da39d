import { parentPort } from "node:worker_threads";
import bcrypt from "bcryptjs";

// The thread that bcrypt runs in; `password-pool.ts` starts it and sends one job at a time.
parentPort?.on("message", ({ password, hash, cost }) => {
  const result = hash === undefined ? bcrypt.hashSync(password, cost) : bcrypt.compareSync(password, hash);
  parentPort?.postMessage(result);
});
