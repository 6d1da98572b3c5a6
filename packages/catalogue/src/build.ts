import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { BuildError } from './build/BuildError.ts'
import { isBuilt } from './build/inputHash.ts'
import { catalogueFolder } from './catalogueFolder.ts'

// Builds the catalogue if its inputs have changed, and reports to standard error.
const readJson = (path: string) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))
const say = (line: string) => process.stderr.write(`catalogue: ${line}\n`)

const inputs = {
  pins: readJson('../sources.json'),
  facts: readJson('../facts.json'),
  folder: catalogueFolder,
}
try {
  if (!isBuilt(inputs)) {
    say('reading wallets, networks and tokens (the first time about 55 MB are downloaded) …')
    // Imported only when needed: every start runs this file, and the builder loads all of viem's chains.
    const { buildCatalogue } = await import('./build/buildCatalogue.ts')
    const cacheFolder = fileURLToPath(new URL('../../../.cache/catalogue/', import.meta.url))
    const { wallets, networks, tokens, icons, bytes } = await buildCatalogue({ ...inputs, cacheFolder })
    const megabytes = (bytes / 1e6).toFixed(1)
    say(`${wallets} wallets, ${networks} networks, ${tokens} tokens, ${icons} icons, ${megabytes} MB`)
  }
} catch (error) {
  if (!(error instanceof BuildError)) throw error
  say(`${error.shortMessage} Without it the gateway has no wallet list.`)
  process.exitCode = 1
}
