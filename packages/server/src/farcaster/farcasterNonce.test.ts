import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { farcasterNonce } from './farcasterNonce.ts'

const login = { challenge: 'challenge_1', tx: 'tx_1', jkt: 'jkt_1' }

describe('farcasterNonce', () => {
  test('behavior: 32 characters of base32 of SHA-256 of label, challenge, login and key', () => {
    const bytes = ['portico/siwf', 'challenge_1', 'tx_1', 'jkt_1'].flatMap((field) => [
      ...[0, 0, 0, field.length],
      ...Buffer.from(field),
    ])
    const digest = createHash('sha256').update(Uint8Array.from(bytes)).digest()
    const bits = [...digest].map((byte) => byte.toString(2).padStart(8, '0')).join('')
    const expected = (bits.slice(0, 160).match(/.{5}/g) ?? []).map(
      (five) => 'abcdefghijklmnopqrstuvwxyz234567'[Number.parseInt(five, 2)],
    )
    expect(farcasterNonce(login)).toBe(expected.join(''))
  })

  test.each(['challenge', 'tx', 'jkt'] as const)('behavior: another %s gives another nonce', (field) => {
    expect(farcasterNonce({ ...login, [field]: 'other' })).not.toBe(farcasterNonce(login))
  })
})
