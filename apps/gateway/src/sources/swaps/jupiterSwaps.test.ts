import { Agent } from 'undici'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startSwapApi } from '../../../test/startSwapApi.ts'
import { createForeignSwaps } from './createForeignSwaps.ts'

const chain = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const wrapped = 'So11111111111111111111111111111111111111112'
const account = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM'
const program = 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4'
const dataOf = (start: string) => Buffer.from(`${start}${'00'.repeat(27)}`, 'hex').toString('base64')
const swapInstruction = {
  // `shared_accounts_route_v2`
  ...{ programId: program, data: dataOf('d19853937cfed8e9') },
  accounts: [{ pubkey: account, isSigner: true, isWritable: true }],
}
/** A document as the documentation describes it. */
const answer = (search: URLSearchParams) => {
  const bps = BigInt(search.get('slippageBps') ?? 50)
  return {
    ...{ inputMint: search.get('inputMint'), outputMint: search.get('outputMint') },
    ...{ inAmount: search.get('amount'), outAmount: '150000000', swapMode: 'ExactIn' },
    otherAmountThreshold: `${(150_000_000n * (10_000n - bps)) / 10_000n}`,
    slippageBps: Number(bps),
    ...{ computeBudgetInstructions: [], setupInstructions: [], otherInstructions: [] },
    ...{ swapInstruction, cleanupInstruction: null, tipInstruction: null },
    addressesByLookupTableAddress: { [mint]: [account] },
  }
}
const query = () => ({
  ...({ chain, account, from: 'native', to: mint, amount: 1_000_000_000n } as const),
  ...{ slippageBps: 100, deadline: Date.now() + 3000 },
})

async function connect(respond: Parameters<typeof startSwapApi>[0]) {
  const { url, seen } = await startSwapApi(respond)
  const dispatcher = new Agent()
  onTestFinished(() => dispatcher.destroy())
  const [provider] = createForeignSwaps({
    ...{ ids: ['jupiter'], keys: { jupiter: 'secret' }, chains: new Map(), dispatcher },
    ...{ onRefused: () => {}, at: { kyberswap: url, '1inch': url, jupiter: url } },
  })
  if (!provider) throw new Error('There is no provider.')
  return { provider, seen }
}

describe('jupiterSwaps', () => {
  test('behavior: offers swaps on the main network, the coin as the wrapped coin', async () => {
    const { provider, seen } = await connect(({ search }) => answer(search))
    expect(provider.serves(chain)).toBe(true)
    expect(provider.serves('solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1')).toBe(false)
    expect(await provider.quote(query())).toEqual({ amountOut: 150_000_000n, gas: 75_000n })
    expect(seen[0]?.search.get('inputMint')).toBe(wrapped)
    expect(seen[0]?.headers['x-api-key']).toBe('secret')
  })

  test('behavior: builds the instruction that swaps, and names the lookup tables', async () => {
    const { provider } = await connect(({ search }) => answer(search))
    const call = await provider.build?.({ ...query(), minimum: 149_000_000n })
    expect(call).toMatchObject({ to: program, value: 1_000_000_000n })
    const document = JSON.parse(Buffer.from(call?.data ?? '', 'base64').toString())
    expect(document).toEqual({ swapInstruction, lookupTables: [mint] })
  })

  test.each([
    ['route_v2', { data: dataOf('bb64facc31c4af14') }],
    ['another program', { programId: account }],
    ['no data', { data: '' }],
  ])('behavior: what the kit does not sign is not offered: %s', async (_, change) => {
    const { provider } = await connect(({ search }) => ({
      ...answer(search),
      swapInstruction: { ...swapInstruction, ...change },
    }))
    expect(await provider.quote(query())).toBeUndefined()
    await expect(provider.build?.({ ...query(), minimum: 149_000_000n })).rejects.toThrow('does not sign')
  })

  test('error: no route, or less than the minimum', async () => {
    const none = await connect((_, response) => void response.writeHead(400).end('{}'))
    expect(await none.provider.quote(query())).toBeUndefined()
    const { provider } = await connect(({ search }) => answer(search))
    await expect(provider.build?.({ ...query(), minimum: 150_000_001n })).rejects.toThrow(
      'less than the minimum',
    )
  })
})
