// Imported first by every command, for its effect. Anything that an older Node cannot link or parse would fail before
// this line runs, so the commands import their later needs as namespaces (`import * as util`).
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `Portico needs Node 20.19 or newer to start (this is ${process.versions.node}): install one from https://nodejs.org and try again.`,
  )
  process.exit(1)
}
