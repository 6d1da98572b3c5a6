// @vitest-environment jsdom
import { connect } from '@portico/core'
import { ada, memoryStorage, testKit } from '@portico/core/testing'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { fetchShownBalance } from './fetchShownBalance.ts'
import { observeShownBalance } from './observeShownBalance.ts'

afterEach(() => void vi.unstubAllGlobals())

const balance = {
  name: 'Ether',
  symbol: 'ETH',
  chainId: 'eip155:1',
  price: 0,
  quantity: { decimals: '18', numeric: '1.5' },
  iconUrl: '',
}

describe('observeShownBalance', () => {
  test.each([
    [10_000, [balance]],
    [31_000, []],
  ])('behavior: a cached native balance %i ms old is shown at once while it is fresh', (age, expected) => {
    vi.stubGlobal('fetch', () => new Promise(() => {}))
    const cache = { [`eip155:1:${ada}`]: { timestamp: Date.now() - age, value: balance } }
    const storage = memoryStorage({ '@appkit/native_balance_cache': JSON.stringify(cache) })
    const { kit } = testKit({ storage, gatewayUrl: 'https://gateway.example' })
    const shown: unknown[] = []
    observeShownBalance(kit, { address: ada, networkId: 'eip155:1' }, (value) => shown.push(value))()
    expect(shown).toEqual(expected)
    kit.destroy()
  })
})

describe('fetchShownBalance', () => {
  test('error: no account, and a network that the application does not list', async () => {
    const { kit, wallet } = testKit()
    await expect(fetchShownBalance(kit)).rejects.toThrow(/^CaipNetwork or CaipAddress is undefined$/)
    await connect(kit, { connectorId: 'dev.fake' })
    wallet.emit({ type: 'network', networkId: 'eip155:99' })
    await expect(fetchShownBalance(kit)).rejects.toThrow(/^CaipNetwork is undefined$/)
    kit.destroy()
  })
})
