import { SMTPServer } from "smtp-server";
import { writeFileSync, mkdirSync } from "node:fs";
mkdirSync("/tmp/mails", { recursive: true });
let n = 0;
const s = new SMTPServer({ authOptional: true, disabledCommands: ["STARTTLS"], onRcptTo(a, _s, cb) { if (a.address.includes("refuse")) return cb(Object.assign(new Error("mailbox unavailable"), { responseCode: 550 })); cb(); }, onData(st, se, cb) { const c: Buffer[] = []; st.on("data", (d: Buffer) => c.push(d)); st.on("end", () => { writeFileSync(`/tmp/mails/${++n}.eml`, Buffer.concat(c)); cb(); }); } });
s.listen(2526);
