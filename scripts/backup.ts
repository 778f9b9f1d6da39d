import "./process/check-node";
import { runCommand } from "./backup/command";

await runCommand("backup");
