import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tokenFile } from '../tokenFile.ts'
import { createIconWriter } from './createIconWriter.ts'
import { type Inputs, inputHash, viem } from './inputHash.ts'
import { readDexes } from './readDexes.ts'
import { readNetworks } from './readNetworks.ts'
import { readSources } from './readSources.ts'
import { readTokens } from './readTokens.ts'
import { readWallets } from './readWallets.ts'
import { readWeb3Icons } from './readWeb3Icons.ts'
import type { Source } from './Source.ts'

/** What a build wrote: counts, and the total size in bytes. */
export type BuildResult = {
  wallets: number
  networks: number
  tokens: number
  icons: number
  bytes: number
}

/**
 * Builds the catalogue and replaces `folder` with it at the end, so that readers see either the old or the new one.
 *
 * @throws {BuildError} if a source cannot be used.
 */
export async function buildCatalogue({
  pins,
  facts,
  folder,
  cacheFolder,
}: Inputs & { folder: string; cacheFolder: string }): Promise<BuildResult> {
  const sources = await readSources({ pins, cacheFolder })
  const source = (name: string) => sources.get(name) as Source
  const draft = `${folder.replace(/\/$/, '')}.${process.pid}.draft`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(join(draft, 'tokens'), { recursive: true })
  try {
    const icons = createIconWriter({ folder: draft })
    const web3icons = readWeb3Icons({
      common: source('@web3icons/common'),
      core: source('@web3icons/core'),
      icons,
    })
    const wallets = readWallets({ source: source('thirdweb'), facts: facts.wallets, web3icons, icons })
    const registry = source('@hyperlane-xyz/registry')
    const networks = readNetworks({ facts: facts.networks, registry, web3icons, icons })
    const uniswap = source('@uniswap/sdk-core')
    const dexes = readDexes({ uniswap, networks })
    const chains = readTokens({ sources, web3icons, icons })

    const content = createHash('sha256')
    let bytes = 0
    const write = (file: string, value: unknown): void => {
      const text = JSON.stringify(value)
      content.update(file).update(text)
      bytes += Buffer.byteLength(text)
      writeFileSync(join(draft, file), text)
    }
    write('wallets.json', wallets)
    write('networks.json', networks)
    write('dexes.json', dexes)
    write('symbols.json', Object.fromEntries(web3icons.symbols))
    for (const [id, { tokens }] of chains) {
      const name = `Portico ${id}`
      const version = { major: 1, minor: 0, patch: 0 }
      write(tokenFile(id), { name, timestamp: `${facts.date}T00:00:00.000Z`, version, tokens })
    }
    write('LICENSES.json', {
      note: 'Licences cover files, not marks: logos are shown to name the wallet, token or network they belong to.',
      sources: [
        { name: 'viem', version: viem.version, licence: viem.license },
        ...[...sources.values()].map(({ name, version, licence, licenceText }) => ({
          name,
          version,
          licence,
          text: licenceText,
        })),
      ],
      items: {
        'wallets.json': ['thirdweb'],
        'networks.json': ['viem', registry.name],
        'dexes.json': [uniswap.name],
        'symbols.json': ['@web3icons/common'],
        ...Object.fromEntries([...chains].map(([id, { sources }]) => [tokenFile(id), sources])),
        ...Object.fromEntries([...icons.origins].map(([file, name]) => [`icons/${file}`, [name]])),
      },
    })
    write('catalogue.json', {
      version: content.copy().digest('hex').slice(0, 32),
      input: inputHash({ pins, facts }),
    })
    replaceFolder(draft, folder)
    return {
      wallets: wallets.length,
      networks: networks.length,
      tokens: [...chains.values()].reduce((sum, { tokens }) => sum + tokens.length, 0),
      icons: icons.origins.size,
      bytes: bytes + icons.bytes(),
    }
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/** Replaces a folder. The old one is renamed first, because a folder cannot be renamed to an existing one with files. */
function replaceFolder(from: string, to: string): void {
  const old = `${from}.old`
  if (existsSync(to)) renameSync(to, old)
  renameSync(from, to)
  rmSync(old, { recursive: true, force: true })
}
