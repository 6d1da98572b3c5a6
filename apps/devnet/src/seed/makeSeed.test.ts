import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { getArtifacts } from '../artifacts.ts'
import { type DevnetChain, devnetManifest } from '../manifest.ts'
import { tempFolder } from '../testing/tempFolder.ts'
import { makeSeed } from './makeSeed.ts'

interface State {
  accounts: Record<string, unknown>
  blocks: { header: { number: string; parentHash: string; timestamp: string } }[]
  transactions: { info: { transaction_hash: string } }[]
}

async function make(chain: DevnetChain, cacheDir: string): Promise<State> {
  const log = (): void => {}
  const file = await makeSeed({
    chain,
    cacheDir,
    fingerprint: '0123456789abcdef',
    compile: getArtifacts,
    log,
  })
  return JSON.parse(await readFile(file, 'utf8')) as State
}

/** Maps block numbers to parent hashes. The dump lists blocks and transactions in no particular order. */
const hashes = ({ blocks }: State) =>
  Object.fromEntries(blocks.map(({ header }) => [Number(header.number), header.parentHash]))

describe('makeSeed', () => {
  test.each(devnetManifest.chains)(
    'behavior: two new seeds of $name have identical accounts, blocks and hashes',
    async (chain) => {
      const [first, second] = await Promise.all([
        make(chain, await tempFolder()),
        make(chain, await tempFolder()),
      ])
      expect(first.accounts).toEqual(second.accounts)
      expect(hashes(first)).toEqual(hashes(second))
      expect(first.transactions.map(({ info }) => info.transaction_hash).sort()).toEqual(
        second.transactions.map(({ info }) => info.transaction_hash).sort(),
      )
      // Every block after genesis has one transaction.
      expect(first.transactions).toHaveLength(first.blocks.length - 1)
    },
  )

  test('behavior: no block has a future time', async () => {
    const state = await make(devnetManifest.chains[0], await tempFolder())
    const latest = Math.max(...state.blocks.map(({ header }) => Number(header.timestamp)))
    expect(latest).toBeLessThan(Date.now() / 1_000)
  })

  test('behavior: uses a cached seed', async () => {
    const cacheDir = await tempFolder()
    const [chain] = devnetManifest.chains
    const parameters = { chain, cacheDir, fingerprint: '0123456789abcdef' }
    const lines: string[] = []
    const log = (line: string): void => void lines.push(line)
    const file = await makeSeed({ ...parameters, compile: getArtifacts, log })
    const compile = () => Promise.reject(new Error('It compiled again.'))
    expect(await makeSeed({ ...parameters, compile, log })).toBe(file)
    expect(lines).toEqual(['Preparing Local One for the first time'])
  })
})
