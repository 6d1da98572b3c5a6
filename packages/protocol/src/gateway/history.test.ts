import { describe, expect, test } from 'vitest'
import { type Transaction, transaction } from './index.ts'

const full: Transaction = {
  id: '1',
  metadata: {
    operationType: 'receive',
    hash: '0x1',
    minedAt: '2026-11-20T10:00:00Z',
    sentFrom: '0xa',
    sentTo: '0xb',
    status: 'confirmed',
    nonce: 0,
    application: null,
    chain: 'eip155:1',
  },
  transfers: [
    {
      fungible_info: { name: 'Ether', symbol: 'ETH', icon: { url: 'https://icons.example/eth.png' } },
      direction: 'in',
      quantity: { numeric: '1.5' },
      value: 10,
      price: 1,
    },
    {
      nft_info: {
        name: 'Arch #1',
        content: { preview: { url: 'https://images.example/1.png', content_type: 'image/png' } },
        flags: { is_spam: false },
      },
      direction: 'out',
      quantity: { numeric: '1' },
    },
  ],
}

/** Returns a copy of a value without the field at a path. */
function without(path: string): unknown {
  const copy = structuredClone(full) as unknown
  const keys = path.split('.')
  const last = keys.pop() as string
  const parent = keys.reduce((part, key) => (part as Record<string, unknown>)[key], copy)
  delete (parent as Record<string, unknown>)[last]
  return copy
}

describe('transaction', () => {
  test('behavior: a transaction with all its fields', () => {
    expect(transaction.parse(full)).toEqual(full)
    expect(transaction.parse({ ...full, transfers: null })).toEqual({ ...full, transfers: null })
  })

  test.each([
    'metadata',
    'metadata.operationType',
    'metadata.status',
    'metadata.sentFrom',
    'metadata.sentTo',
    'transfers',
    'transfers.0.quantity.numeric',
    'transfers.0.fungible_info.symbol',
    'transfers.1.nft_info.name',
  ])('error: %s is missing', (path) => {
    expect(transaction.safeParse(without(path)).success).toBe(false)
  })

  test('error: an unknown status', () => {
    const metadata = { ...full.metadata, status: 'lost' }
    expect(transaction.safeParse({ ...full, metadata }).success).toBe(false)
  })
})
