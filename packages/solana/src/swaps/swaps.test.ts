import type { SwapAsset, SwapOrder, SwapPlan } from '@portico/core'
import { devnetManifest } from '@portico/devnet/manifest'
import { base64 } from '@scure/base'
import { Keypair, PublicKey, SystemProgram } from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startScene } from '../../test/startScene.ts'
import { programs } from '../messages/programs.ts'
import { tokenAccountAddress } from '../messages/tokenAccountAddress.ts'
import type { SolanaProvider } from '../provider/SolanaProvider.ts'
import { createTransfers } from '../transfers/createTransfers.ts'
import { createSwaps } from './createSwaps.ts'

const { solana } = devnetManifest
const [dusd, pebble] = solana.tokens
const [visitor, friend, maker] = solana.accounts.map(({ address }) => address) as [string, string, string]
const swaps = createSwaps({ commitment: 'confirmed' })
const transfers = createTransfers({ commitment: 'confirmed' })
const coin: SwapAsset = { symbol: 'SOL', decimals: 9, isListed: true }
const dollar: SwapAsset = { token: dusd.mint, symbol: 'DUSD', decimals: 6, isListed: true }
let scene: Awaited<ReturnType<typeof startScene>>
let provider: SolanaProvider
beforeAll(async () => {
  scene = await startScene()
  provider = (await scene.connectWallet()).provider
})
afterAll(() => scene.close())

/** Asks the maker of the local network. */
async function askMaker(path: string, order: SwapOrder): Promise<Record<string, string>> {
  const { account, from, to, amount } = order
  const query = { account, from: from.token ?? 'native', to: to.token ?? 'native', amount: `${amount}` }
  const response = await fetch(`${scene.endpoint.urls[0]}/maker/${path}`, {
    method: 'POST',
    body: JSON.stringify(query),
  })
  return (await response.json()) as Record<string, string>
}

/**
 * Returns an order of an amount that no test pays: the same swap again in the same slot would be the same transaction,
 * which a node refuses.
 */
function orderOf(order: Partial<SwapOrder>): SwapOrder {
  const quote = { route: { kind: 'maker', maker } } as SwapOrder['quote']
  return { account: visitor, from: coin, to: dollar, amount: 2_000_000_000n, minimum: 1n, quote, ...order }
}

/** Prepares a swap with the maker's transaction, or with another one. */
async function prepare(order: SwapOrder, data?: string): Promise<SwapPlan> {
  return swaps.prepare({
    ...scene.endpoint,
    provider,
    order,
    fetchTransaction: async () => ({
      tx: {
        ...{ from: order.account, to: programs.system, amount: '0' },
        data: data ?? (await askMaker('transaction', order)).transaction ?? '',
      },
    }),
  })
}

async function perform(plan: SwapPlan, wallet: unknown = provider) {
  const result = await swaps.perform({ ...scene.endpoint, provider: wallet, plan, step: 'swap' })
  if (!('sent' in result)) throw new Error('Nothing was sent.')
  return transfers.waitForOutcome({
    ...scene.endpoint,
    sent: result.sent,
    signal: AbortSignal.timeout(20_000),
  })
}
const coinsOf = async (address: string) => BigInt(await scene.connection.getBalance(new PublicKey(address)))
async function dollarsOf(owner: string): Promise<bigint> {
  const account = await tokenAccountAddress({ owner, mint: dusd.mint, program: dusd.program })
  const { value } = await scene.connection.getTokenAccountBalance(new PublicKey(account))
  return BigInt(value.amount)
}

describe('a swap with a maker', () => {
  test('behavior: coins for tokens, exactly as planned', async () => {
    const [coins, dollars] = [await coinsOf(visitor), await dollarsOf(visitor)]
    const plan = await prepare(orderOf({ amount: 3_000_000_000n, minimum: 448_650_000n }))
    expect(plan).toMatchObject({ steps: ['swap'], fee: 10_000n, receives: 448_650_000n, refusal: undefined })
    expect(await perform(plan)).toBe('confirmed')
    expect((await dollarsOf(visitor)) - dollars).toBe(448_650_000n)
    expect(coins - (await coinsOf(visitor))).toBe(3_000_010_000n)
  })

  test('behavior: tokens for coins', async () => {
    const [coins, dollars] = [await coinsOf(visitor), await dollarsOf(visitor)]
    const plan = await prepare(orderOf({ from: dollar, to: coin, amount: 150_000_000n }))
    expect(plan).toMatchObject({ receives: 997_000_000n, refusal: undefined })
    expect(await perform(plan)).toBe('confirmed')
    expect(dollars - (await dollarsOf(visitor))).toBe(150_000_000n)
    expect((await coinsOf(visitor)) - coins).toBe(997_000_000n - 10_000n)
  })

  test('behavior: the account opens its own token account first', async () => {
    const key = Keypair.generate()
    const account = key.publicKey.toBase58()
    const funding = { fromPubkey: scene.faucet.publicKey, toPubkey: key.publicKey, lamports: 5_000_000_000 }
    await scene.execute([SystemProgram.transfer(funding)], [scene.faucet])
    const plan = await prepare(orderOf({ account, amount: 1_000_000_000n }))
    expect(plan).toMatchObject({ fee: 2_049_280n, receives: 149_550_000n, refusal: undefined })
    const { provider: wallet } = await scene.connectWallet(0, { accounts: [key.secretKey.slice(0, 32)] })
    expect(await perform(plan, wallet)).toBe('confirmed')
    expect(await dollarsOf(account)).toBe(149_550_000n)
    expect(await coinsOf(account)).toBe(5_000_000_000n - 1_000_000_000n - 2_049_280n)
  })

  test('error: less than the minimum', async () => {
    expect(await prepare(orderOf({ minimum: 299_100_001n }))).toMatchObject({ refusal: 'unverified' })
    expect(await prepare(orderOf({ minimum: 0n }))).toMatchObject({ refusal: 'unverified' })
  })

  test('error: another swap than was ordered', async () => {
    const order = orderOf({})
    const { transaction } = await askMaker('transaction', order)
    const other = (change: Partial<SwapOrder>) => prepare({ ...order, ...change }, transaction)
    expect(await other({})).toMatchObject({ refusal: undefined })
    const quoted = (address: string) =>
      ({ route: { kind: 'maker', maker: address } }) as unknown as SwapOrder['quote']
    for (const change of [
      { amount: 1_999_999_999n },
      { amount: 2_000_000_001n },
      { account: friend },
      { from: dollar, to: coin },
      { to: { ...dollar, token: pebble.mint } },
      { to: { ...dollar, decimals: 9 } },
      { to: coin },
      { quote: quoted(friend) },
      { quote: quoted(visitor) },
      { quote: quoted('x') },
      { quote: { route: undefined } as SwapOrder['quote'] },
    ])
      expect(await other(change)).toMatchObject({ refusal: 'unverified', steps: [] })
  })

  test('error: what is not a transaction', async () => {
    for (const data of [
      '',
      '*',
      'AA==',
      base64.encode(new Uint8Array(129)),
      base64.encode(new Uint8Array(2_000).fill(2)),
    ])
      expect(await prepare(orderOf({}), data)).toMatchObject({ refusal: 'unverified' })
  })

  test('error: the coins do not pay for it', async () => {
    const key = Keypair.generate()
    const account = key.publicKey.toBase58()
    const funding = { fromPubkey: scene.faucet.publicKey, toPubkey: key.publicKey, lamports: 2_000_000_000 }
    await scene.execute([SystemProgram.transfer(funding)], [scene.faucet])
    expect(await prepare(orderOf({ account }))).toMatchObject({ refusal: 'no-fee' })
  })

  test('error: it would fail', async () => {
    const plan = await prepare(orderOf({ from: dollar, to: coin, amount: 10n ** 12n }))
    expect(plan).toMatchObject({ refusal: 'fails', receives: undefined })
    await expect(perform(plan)).rejects.toThrow('cannot be made')
  })

  test('behavior: a node that does not simulate, because the bytes prove the swap', async () => {
    const { value } = await scene.tampered(
      (method) => (method === 'simulateTransaction' ? new Error('down') : undefined),
      () => prepare(orderOf({})),
    )
    expect(value).toMatchObject({ refusal: undefined, receives: undefined, steps: ['swap'] })
  })

  test('error: the visitor refuses', async () => {
    const { provider: wallet, wallet: user } = await scene.connectWallet()
    user.setPolicy('reject')
    await expect(perform(await prepare(orderOf({})), wallet)).rejects.toMatchObject({ rpcCode: 4001 })
  })
})
