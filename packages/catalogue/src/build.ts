import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { BuildError } from './build/BuildError.ts'
import { buildCatalogue } from './build/buildCatalogue.ts'
import { catalogueFolder } from './catalogueFolder.ts'

// The program: writes the catalogue if its sources have changed, and says on standard error what it did.
const readJson = (path: string) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))
const say = (line: string) => process.stderr.write(`catalogue: ${line}\n`)

try {
  const result = await buildCatalogue({
    pins: readJson('../sources.json'),
    facts: readJson('../facts.json'),
    folder: catalogueFolder,
    cacheFolder: fileURLToPath(new URL('../../../.cache/catalogue/', import.meta.url)),
  })
  if (result.status === 'built') {
    const { wallets, networks, tokens, icons, bytes } = result
    const megabytes = (bytes / 1e6).toFixed(1)
    say(`${wallets} wallets, ${networks} networks, ${tokens} tokens, ${icons} icons, ${megabytes} MB`)
  }
} catch (error) {
  if (!(error instanceof BuildError)) throw error
  say(`${error.shortMessage} Without it the gateway has no wallet list.`)
  process.exitCode = 1
}
