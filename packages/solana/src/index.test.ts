import { describe, expect, test } from 'vitest'
import * as entry from './index.ts'

describe('@portico/solana', () => {
  test('behavior: exports', () => {
    expect(Object.keys(entry)).toEqual(['SolanaAdapter', 'solana'])
  })
})
