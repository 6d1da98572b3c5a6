import type { Connector } from '@portico/core'
import { mainnet } from 'viem/chains'
import { describe, expect, test } from 'vitest'
import { toWagmiConnector } from './toWagmiConnector.ts'

const ada = '0x00000000000000000000000000000000000000Ad'
const connector: Connector = {
  ...{ id: 'dev.fake', name: 'Fake', type: 'ANNOUNCED', namespace: 'eip155' },
  connect: async () => ({ accounts: [{ address: ada, type: 'eoa' }], networkId: 'eip155:1' }),
  async disconnect() {},
  async switchNetwork() {},
  signMessage: async () => '0x00',
  getProvider: () => undefined,
  subscribe: () => () => {},
}

describe('toWagmiConnector', () => {
  test('error: a wallet connects and ends although nothing can be stored', async () => {
    const events: unknown[] = []
    const emitter = { on() {}, off() {}, emit: (event: unknown) => void events.push(event) }
    const setItem = async () => Promise.reject(new Error('The quota is exceeded.'))
    const made = toWagmiConnector(connector)({
      chains: [mainnet],
      emitter,
      storage: { getItem: () => null, setItem },
    })
    expect(await made.connect()).toMatchObject({ chainId: 1 })
    // Vitest fails on a rejection that nobody handles.
    made.end?.()
    await Promise.resolve()
    expect(events).toEqual(['disconnect'])
  })
})
