import { describe, expect, test } from 'vitest'
import { evmEmbedded } from './evmEmbedded.ts'

describe('evmEmbedded', () => {
  test.each([
    [`0x${'ab'.repeat(32)}`, true],
    ['0xab', false],
    ['sent', false],
    [`0x${'ab'.repeat(65)}`, false],
  ])('behavior: %s as the result of eth_sendTransaction is watched: %s', async (response, isWatched) => {
    const watched: string[] = []
    const { provider } = evmEmbedded.createProvider({
      getAddress: () => `0x${'11'.repeat(20)}`,
      getNetworkId: () => 'eip155:1',
      request: async () => response,
      onTransaction: (hash) => watched.push(hash),
      subscribe: () => () => {},
    })
    const request = { method: 'eth_sendTransaction', params: [{}] }
    expect(await (provider as { request(call: object): Promise<unknown> }).request(request)).toBe(response)
    expect(watched).toEqual(isWatched ? [response] : [])
  })
})
