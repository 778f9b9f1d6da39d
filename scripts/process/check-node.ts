// Imported first by every entry point: on an older Node the other imports would fail with an
// unclear error.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`The cooperation database needs Node.js 20.19 or later; this is ${process.version}.`);
  process.exit(1);
}

export {};
