import { RpcError } from '@portico/protocol'
import { expect, test } from 'vitest'
import type { SolanaClient } from './createSolanaClient.ts'
import { solanaActivity } from './solanaActivity.ts'

const chain = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const account = 'HN7cABqLq46Es1jh92dQQisAq662SmxELLLsHHe4YWrH'
const context = { slot: 9 }

test('behavior: a transaction of an unsupported version does not hide others', async () => {
  const answers: Record<string, (params: readonly unknown[]) => unknown> = {
    getTokenAccountsByOwner: () => ({ context, value: [] }),
    getSignaturesForAddress: () => ['new', 'old'].map((signature) => ({ signature, slot: 8, err: null })),
    getTransaction([signature]) {
      if (signature === 'old') return null
      throw new RpcError({ rpcCode: -32015, message: 'Transaction version (1) is not supported' })
    },
  }
  const client = {
    id: chain,
    ask: async ({ method, params }: { method: string; params: readonly unknown[] }) =>
      answers[method]?.(params),
  } as unknown as SolanaClient
  const provider = solanaActivity({
    clients: new Map([[chain, client]]),
    mints: { read: async () => new Map() },
  })
  const deadline = Date.now() + 60_000
  const { reader } = await provider.open({
    chain,
    account,
    from: undefined,
    limit: 10,
    until: () => deadline,
    deadline,
  })
  const shown: string[] = []
  for (;;) {
    const next = await reader.peek()
    if (next.kind !== 'entry' || !('written' in next.entry)) break
    const { hash, operationType } = next.entry.written.metadata
    shown.push(`${hash} ${operationType}`)
    reader.take()
  }
  expect(shown).toEqual(['new execute', 'old execute'])
})
