// Every command imports this file first, to exit with a clear message on an old Node. An import that an older Node
// cannot link would fail before this code runs, so the commands import newer features through namespaces (`import * as
// util`).
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `Portico needs Node 20.19 or newer to start (this is ${process.versions.node}): install one from https://nodejs.org and try again.`,
  )
  process.exit(1)
}
