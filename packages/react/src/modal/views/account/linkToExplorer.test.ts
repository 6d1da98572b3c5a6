import { describe, expect, test } from 'vitest'
import { linkToExplorer } from './linkToExplorer.ts'

describe('linkToExplorer', () => {
  test.each([
    ['https://etherscan.io', '0xab', 'https://etherscan.io/tx/0xab'],
    ['https://mempool.space/testnet/', 'f4184fc5', 'https://mempool.space/testnet/tx/f4184fc5'],
    [
      'https://explorer.solana.com/?cluster=devnet',
      '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnb',
      'https://explorer.solana.com/tx/5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnb?cluster=devnet',
    ],
    ['https://explorer.example', '../?x=1#y', 'https://explorer.example/tx/..%2F%3Fx%3D1%23y'],
  ])('behavior: %s, %s', (explorer, hash, expected) => {
    expect(linkToExplorer(explorer, hash)).toBe(expected)
  })

  test.each(['javascript:alert(1)', 'data:text/html,x', '', 'https://', 'etherscan.io'])(
    'error: %j is not an HTTP(S) URL',
    (explorer) => {
      expect(linkToExplorer(explorer, '0xab')).toBeUndefined()
    },
  )
})
