import { describe, expect, test } from 'vitest'
import { linkToExplorer } from './linkToExplorer.ts'

describe('linkToExplorer', () => {
  test.each([
    ['https://etherscan.io', 'tx', '0xab', 'https://etherscan.io/tx/0xab'],
    ['https://mempool.space/testnet/', 'tx', 'f4184fc5', 'https://mempool.space/testnet/tx/f4184fc5'],
    [
      'https://explorer.solana.com/?cluster=devnet',
      'tx',
      '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnb',
      'https://explorer.solana.com/tx/5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnb?cluster=devnet',
    ],
    ['https://explorer.example', 'tx', '../?x=1#y', 'https://explorer.example/tx/..%2F%3Fx%3D1%23y'],
    ['https://mempool.space/signet', 'address', 'tb1q', 'https://mempool.space/signet/address/tb1q'],
    ['https://solscan.io/?cluster=devnet', 'address', 'So1', 'https://solscan.io/address/So1?cluster=devnet'],
  ] as const)('behavior: %s, %s %s', (explorer, kind, id, expected) => {
    expect(linkToExplorer(explorer, kind, id)).toBe(expected)
  })

  test.each(['javascript:alert(1)', 'data:text/html,x', '', 'https://', 'etherscan.io'])(
    'error: %j is not an HTTP(S) URL',
    (explorer) => {
      expect(linkToExplorer(explorer, 'tx', '0xab')).toBeUndefined()
    },
  )
})
