import { base58 } from '@scure/base'
import { expect, test } from 'vitest'
import type { SolanaClient } from './createSolanaClient.ts'
import { readSolanaState } from './readSolanaState.ts'

const account = 'HN7cABqLq46Es1jh92dQQisAq662SmxELLLsHHe4YWrH'
const keyOf = (number: number) => base58.encode(new Uint8Array(32).fill(number))

test('behavior: follows the token accounts with the largest balances', async () => {
  const held = Array.from({ length: 30 }, (_, index) => ({
    pubkey: keyOf(index + 1),
    account: {
      data: {
        parsed: { info: { mint: keyOf(100 + index), tokenAmount: { amount: `${index}`, decimals: 6 } } },
      },
    },
  }))
  const requested: unknown[] = []
  const context = { slot: 1 }
  const client = {
    id: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    async ask({ method, params }: { method: string; params: readonly [unknown, { programId?: string }] }) {
      if (method === 'getLatestBlockhash') return { context, value: { blockhash: 'x' } }
      if (method === 'getBalance') return { context, value: 1n }
      if (method === 'getTokenAccountsByOwner')
        return { context, value: params[1].programId?.startsWith('Tokenkeg') ? held : [] }
      requested.push(params[0])
      return []
    },
  } as unknown as SolanaClient
  await readSolanaState({ client, account, deadline: Date.now() + 60_000 })
  const largest = held.slice(-10).map(({ pubkey }) => pubkey)
  expect(new Set(requested)).toEqual(new Set([account, ...largest]))
})
