import { startSolanaNode } from '@portico/devnet'
import { devnetManifest } from '@portico/devnet/manifest'
import type { CaipNetworkId } from '@portico/protocol'
import { Agent } from 'undici'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startSwapApi } from '../../../test/startSwapApi.ts'
import { createSwapService } from './createSwapService.ts'
import { makerSwaps } from './makerSwaps.ts'

const { caip2, tokens, accounts } = devnetManifest.solana
const chain = caip2 as CaipNetworkId
const [dollar, pebble] = tokens
const [visitor, , maker] = accounts

function connect(url: string) {
  const dispatcher = new Agent()
  onTestFinished(() => dispatcher.destroy())
  return makerSwaps({ chain, service: createSwapService({ url, headers: {}, dispatcher }) })
}
const query = () => ({
  ...{ chain, account: visitor.address, from: 'native', to: dollar.mint, amount: 1_000_000_000n },
  ...{ slippageBps: 100, deadline: Date.now() + 5000 },
})

describe('makerSwaps', () => {
  test('behavior: offers and builds swaps with the maker of the local network', async () => {
    const node = await startSolanaNode({ port: 0 })
    onTestFinished(() => node.close())
    const provider = connect(`${node.url}/maker`)
    expect(provider.serves(chain)).toBe(true)
    expect(provider.serves('eip155:1')).toBe(false)
    expect(await provider.quote(query())).toEqual({
      ...{ amountOut: 149_550_000n, gas: 10_000n },
      route: { kind: 'maker', maker: maker.address },
    })
    expect(await provider.quote({ ...query(), to: pebble.mint })).toBeUndefined()
    const call = await provider.build?.({ ...query(), minimum: 1n })
    expect(call?.value).toBe(1_000_000_000n)
    // Two signatures, the first of which is missing.
    const wire = Buffer.from(call?.data ?? '', 'base64')
    expect(wire[0]).toBe(2)
    expect(wire.subarray(1, 65).every((byte) => byte === 0)).toBe(true)
    expect(wire.subarray(65, 129).some((byte) => byte !== 0)).toBe(true)
    const unknown = { ...query(), to: pebble.mint, minimum: 1n }
    await expect(provider.build?.(unknown)).rejects.toThrow('does not trade')
  })

  test.each<[string, object]>([
    ['a number for an amount', { maker: maker.address, amountOut: 5 }],
    ['a negative amount', { maker: maker.address, amountOut: '-5' }],
    ['a maker that is no key', { maker: '0x1', amountOut: '5' }],
    ['nothing', {}],
  ])('error: %s', async (_, answer) => {
    const { url } = await startSwapApi(() => answer)
    await expect(connect(url).quote(query())).rejects.toThrow('another document')
    await expect(connect(url).build?.({ ...query(), minimum: 1n })).rejects.toThrow('another document')
  })
})
