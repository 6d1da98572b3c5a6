import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Devnet, startChains } from '@portico/devnet'
import { gatewayEnv } from '@portico/devnet/gatewayEnv'
import { devnetManifest } from '@portico/devnet/manifest'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp } from '../../testing/createTestApp.ts'
import { deadUrl } from '../../testing/startUpstream.ts'

const [one, two] = devnetManifest.chains
let dataDir: string
let devnet: Devnet
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sponsors-'))
  devnet = await startChains({ dataDir, ports: { 31337: 0, 31338: 0 } })
})
afterAll(async () => {
  await devnet?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

/** The lines of the scrape that tell of sponsors. */
async function scrape(urls: Record<string, string>, env: Record<string, string> = {}) {
  const rpcUrls = Object.fromEntries(Object.entries(urls).map(([chain, url]) => [chain, [url]]))
  const { services } = await createTestApp({ rpcUrls, env: { ...gatewayEnv, ...env } })
  const text = await services.metrics.registry.metrics()
  return text.split('\n').filter((line) => line.startsWith('gateway_sponsor_'))
}

describe('sponsor metrics', () => {
  test('behavior: deposit, relayer, and their floors, in coins', async () => {
    const lines = await scrape({ [one.caip2]: devnet.chains[0]?.url ?? '' })
    expect(lines).toEqual([
      'gateway_sponsor_floor{chain="eip155:31337",of="deposit"} 0.1',
      'gateway_sponsor_floor{chain="eip155:31337",of="relayer"} 1',
      'gateway_sponsor_balance{chain="eip155:31337",of="deposit"} 10',
      expect.stringMatching(/^gateway_sponsor_balance\{chain="eip155:31337",of="relayer"\} \d+(\.\d+)?$/),
    ])
  })

  test('behavior: somebody else’s bundler has no relayer of ours; a network that does not answer has no balances', async () => {
    const urls = { [one.caip2]: devnet.chains[0]?.url ?? '', [two.caip2]: await deadUrl() }
    const lines = await scrape(urls, {
      BUNDLER_URLS: JSON.stringify({ [one.caip2]: 'https://bundler.example' }),
    })
    expect(lines).toEqual([
      'gateway_sponsor_floor{chain="eip155:31337",of="deposit"} 0.1',
      'gateway_sponsor_floor{chain="eip155:31338",of="deposit"} 0.1',
      'gateway_sponsor_floor{chain="eip155:31338",of="relayer"} 1',
      'gateway_sponsor_balance{chain="eip155:31337",of="deposit"} 10',
    ])
  })

  test('behavior: nothing without PAYMASTERS', async () => {
    const lines = await scrape(
      { [one.caip2]: devnet.chains[0]?.url ?? '' },
      { PAYMASTERS: '', SPONSORS: '', FEE_TOKENS: '' },
    )
    expect(lines).toEqual([])
  })
})
