import { describe, expect, test } from 'vitest'
import { SolanaAdapter } from './SolanaAdapter.ts'
import { solana } from './solana.ts'

describe('solana', () => {
  test.each([
    ['mainnet', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
    ['devnet', 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'],
    ['solana:testnet', 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z'],
    ['5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
    ['BNf5xyDuzNvTufy9WYMStzUAjoUfGzjzWN1zQRk1ZokD', 'solana:BNf5xyDuzNvTufy9WYMStzUAjoUfGzjz'],
    ['solana:BNf5xyDuzNvTufy9WYMStzUAjoUfGzjz', 'solana:BNf5xyDuzNvTufy9WYMStzUAjoUfGzjz'],
  ])('behavior: toNetworkId(%s)', (id, networkId) => {
    expect(solana().toNetworkId(id)).toBe(networkId)
  })

  test.each(['', 'solana:', 'eip155:1', 'a b', 'x'.repeat(60)])('error: toNetworkId(%s)', (id) => {
    expect(() => solana().toNetworkId(id)).toThrow('CAIP-2')
  })

  test('behavior: isSameAddress is exact', () => {
    const { isSameAddress } = solana()
    const address = 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96'
    expect(isSameAddress(address, address)).toBe(true)
    expect(isSameAddress(address, address.toLowerCase())).toBe(false)
  })

  test('behavior: finds no wallets on a server', () => {
    const stop = solana({ wallets: [{}] }).discover({
      announced: true,
      injected: true,
      onConnectors: () => expect.unreachable(),
    })
    stop()
  })

  test('behavior: assets load on first use', async () => {
    expect(Object.keys(await solana().assets())).toEqual([
      'createClient',
      'getBalance',
      'getBalances',
      'waitForTransaction',
    ])
  })
})

describe('transfers', () => {
  test('behavior: load on first use', async () => {
    expect((await solana().transfers?.())?.speeds).toEqual([])
  })
})

describe('SolanaAdapter', () => {
  test('behavior: contains the namespace', () => {
    expect(new SolanaAdapter().namespace.id).toBe('solana')
  })
})
