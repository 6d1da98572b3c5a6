import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { tokenFile } from '../tokenFile.ts'
import { createIconWriter } from './createIconWriter.ts'
import type { Facts } from './Facts.ts'
import { readNetworks } from './readNetworks.ts'
import { readSources } from './readSources.ts'
import { readTokens } from './readTokens.ts'
import { readWallets } from './readWallets.ts'
import { readWeb3Icons } from './readWeb3Icons.ts'
import type { Pin, Source } from './Source.ts'

/** Raise it when the builder writes something else from the same sources. */
const format = 1

/** What a build did, for whoever runs it. */
export type BuildResult =
  | { status: 'unchanged' }
  | { status: 'built'; wallets: number; networks: number; tokens: number; icons: number; bytes: number }

/**
 * Writes the catalogue into `folder`, unless what is there is from the same sources already. The folder is replaced as a
 * whole at the end: whoever reads it sees the old one or the new one.
 *
 * @throws {BuildError} if a source cannot be used.
 */
export async function buildCatalogue({
  pins,
  facts,
  folder,
  cacheFolder,
}: {
  pins: Readonly<Record<string, Pin>>
  facts: Facts
  folder: string
  cacheFolder: string
}): Promise<BuildResult> {
  const viem = createRequire(import.meta.url)('viem/package.json') as { version: string; license: string }
  const input = hash(JSON.stringify({ format, pins, facts, viem: viem.version }))
  if (readInput(folder) === input) return { status: 'unchanged' }

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
    const wallets = readWallets({ source: source('thirdweb'), facts: facts.wallets, icons })
    const registry = source('@hyperlane-xyz/registry')
    const networks = readNetworks({ facts: facts.networks, registry, web3icons, icons })
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
    write('symbols.json', Object.fromEntries(web3icons.symbols))
    for (const [id, { tokens }] of chains) {
      const name = `Portico ${id}`
      const version = { major: format, minor: 0, patch: 0 }
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
        'symbols.json': ['@web3icons/common'],
        ...Object.fromEntries([...chains].map(([id, { sources }]) => [tokenFile(id), sources])),
        ...Object.fromEntries([...icons.origins].map(([file, name]) => [`icons/${file}`, [name]])),
      },
    })
    write('catalogue.json', { version: content.copy().digest('hex').slice(0, 32), input })
    replaceFolder(draft, folder)
    return {
      status: 'built',
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

function readInput(folder: string): string | undefined {
  const file = join(folder, 'catalogue.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).input : undefined
}

/** A folder cannot be renamed onto one that has files, so the old one steps aside first. */
function replaceFolder(from: string, to: string): void {
  const old = `${from}.old`
  if (existsSync(to)) renameSync(to, old)
  renameSync(from, to)
  rmSync(old, { recursive: true, force: true })
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
