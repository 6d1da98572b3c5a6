import { devnetManifest } from '@portico/devnet/manifest'
import { createLog } from '@portico/server'
import { type Address, decodeAbiParameters, encodeFunctionData, parseAbi, parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { localDexes, startSwapChain } from '../../../../test/startSwapChain.ts'
import type { Hex } from '../../../chains/shared/Chain.ts'
import { burner, flooder, liar, reverter } from '../../../testing/hostileTokens.ts'
import { createPools } from './createPools.ts'
import { onchainSwaps } from './onchainSwaps.ts'

const { swaps, chains } = devnetManifest
const { wrapped, factory } = swaps
const [dusd, mrbl, tlly] = chains[0].tokens.map(({ address }) => address) as [Address, Address, Address]
const abi = parseAbi([
  'function createPool(address, address, uint24) returns (address)',
  'function createPair(address, address) returns (address)',
])

/*
 * Hand-written bytecode. Called without arguments, as for `slot0`, each returns a price. Otherwise `claimer` calls back as if it had
 * paid out 2^128, which it has not; `returner` returns that it has, without calling back; and `echo` calls its caller back
 * with the call that it got.
 */
const claimer: Hex =
  '0x3660241160655763fa461e3360e01b60005260443560243560051b602403526fffffffffffffffffffffffffffffffff60000360243560051b600401526060604452602060645260c4356084526000600060a460006000335af1503d600060003e3d6000fd5b600160601b60005260206000f3'
const echo: Hex =
  '0x36602411602457366000600037600060003660006000335af1503d600060003e3d6000fd5b600160601b60005260206000f3'
const returner: Hex =
  '0x366024116029576044356000526fffffffffffffffffffffffffffffffff60000360205260406000f35b600160601b60005260206000f3'

let net: Awaited<ReturnType<typeof startSwapChain>>
const placed: Address[] = []
beforeAll(async () => {
  net = await startSwapChain()
  // Pools beside the honest ones, on every way from the coin to DUSD.
  const create = async (functionName: 'createPool' | 'createPair', args: readonly unknown[]) => {
    const data = encodeFunctionData({ abi, functionName, args } as never)
    const answer = (await net.rpc('eth_call', [{ to: factory, data }, 'latest'])) as Hex
    await net.send(factory, data)
    placed.push(decodeAbiParameters([{ type: 'address' }], answer)[0])
  }
  for (const [one, other] of [
    [wrapped, dusd],
    [wrapped, mrbl],
    [mrbl, dusd],
    [wrapped, tlly],
    [tlly, dusd],
  ])
    for (const fee of [100, 10_000]) await create('createPool', [one, other, fee])
  await create('createPair', [wrapped, tlly])
  await create('createPair', [tlly, dusd])
})
afterAll(() => net?.stop())

function quote(to: Address = dusd) {
  const provider = onchainSwaps({
    chains: new Map([[net.chain.id, net.chain]]),
    dexesOf: () => localDexes,
    basesOf: () => [dusd, mrbl, tlly].map((token) => token.toLowerCase() as Hex),
    pools: createPools({ log: createLog({ level: 'silent' }) }),
  })
  return provider.quote({
    chain: net.chain.id,
    account: net.trader,
    from: 'native',
    to: to.toLowerCase(),
    amount: parseEther('1'),
    slippageBps: 100,
    deadline: Date.now() + 10_000,
  })
}

describe('onchainSwaps with hostile pools', () => {
  test.each([
    ['revert', reverter],
    ['consume all gas', burner],
    ['return a megabyte', flooder],
    ['return 1 for every call', liar],
    ['claim what they have not paid', claimer],
    ['return without being paid', returner],
    ['call back with the same call', echo],
  ])('behavior: pools that %s change no other offer', async (_, code) => {
    for (const pool of placed) await net.rpc('anvil_setCode', [pool, '0x'])
    const honest = await quote()
    expect(honest?.amountOut).toBeGreaterThan(3_190_000_000n)
    for (const pool of placed) await net.rpc('anvil_setCode', [pool, code])
    const found = await quote()
    expect(found).toMatchObject({ amountOut: honest?.amountOut, route: honest?.route, mid: honest?.mid })
    // What gas is measured depends on what else was called before.
    expect(Math.abs(Number(found?.gas) / Number(honest?.gas) - 1)).toBeLessThan(0.1)
    // Where only hostile pools are, there is no offer.
    const only = await quote(tlly).catch((error) => {
      expect(error.code).toBe('swap-amount-too-small')
    })
    expect(only).toBeUndefined()
  })
})
