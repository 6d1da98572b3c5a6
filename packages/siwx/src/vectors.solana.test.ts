import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createMessage, InvalidMessageError, parseMessage, verifyMessage, verifySignature } from './index.ts'

const root = resolve(import.meta.dirname, '../../..')
const directory = resolve(root, process.env.VECTORS_DIR ?? '../shared/vectors')
const isSkipped = !existsSync(directory) && !process.env.CI
const reason = isSkipped ? ' (skipped: no published vectors, set VECTORS_DIR)' : ''
const vectorTest = test.skipIf(isSkipped)
const read = <T>(path: string): T => JSON.parse(readFileSync(resolve(directory, path), 'utf8'))

interface Signed {
  name: string
  input: { address: string; nonce?: string }
  message: string
  signatureBase58: string
  valid: boolean
}

const mainnet = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

describe('verifySignature', () => {
  // In these cases the signature is valid, but the text must be refused.
  const badByTheirText = [
    'other account',
    'other domain',
    'short nonce',
    'statement with line end',
    'version 2',
    'expired',
  ]
  vectorTest(`behavior: signed texts of Sign-In With Solana${reason}`, async () => {
    const cases = read<Signed[]>('siws/siws-signed.json')
    expect(cases).toHaveLength(12)
    for (const { name, message, signatureBase58, valid } of cases) {
      // "other account" is signed by a key other than the one in its text.
      const account = `${mainnet}:${message.split('\n')[1]}` as const
      const { ok } = await verifySignature({ account, message, signature: signatureBase58 })
      expect([name, ok]).toEqual([name, valid || (badByTheirText.includes(name) && name !== 'other account')])
    }
  })
})

describe('verifyMessage', () => {
  vectorTest(`behavior: only the signed text with every field is accepted${reason}`, async () => {
    for (const { name, input, message, signatureBase58 } of read<Signed[]>('siws/siws-signed.json')) {
      const result = await verifyMessage({
        message,
        signature: signatureBase58,
        domain: 'example.com',
        nonce: input.nonce,
        now: new Date('2026-01-01T00:30:00Z'),
      })
      if (name === 'all fields')
        expect(result).toMatchObject({ ok: true, account: `${mainnet}:${input.address}` })
      // Some valid texts have no network, nonce or time, which a server requires.
      else expect([name, result]).toMatchObject([name, { ok: false, code: 'malformed-message' }])
    }
  })
})

describe('parseMessage', () => {
  vectorTest(`error: texts that Sign-In With Solana allows but this parser refuses${reason}`, () => {
    const cases = read<{ text: string }[]>('siws/siws-messages.json')
    expect(cases).toHaveLength(6)
    for (const { text } of cases) expect(() => parseMessage(text)).toThrow(InvalidMessageError)
  })

  vectorTest(`behavior: the Solana texts of CAIP-122${reason}`, () => {
    const [first, second] = read<{ blockchain: string; message: string }[]>('caip/caip122.json')
      .filter(({ blockchain }) => blockchain === 'Solana')
      .map(({ message }) => message)
    if (!first || !second) throw new Error('caip122.json has two texts of Solana')
    // The first has its fields in an order no wallet uses; the second has chain ID 1, which is not a Solana network.
    expect(() => parseMessage(first)).toThrow('chainId must be in a line')
    expect(() => parseMessage(second)).toThrow('chainId must be the ID of a network')
    const named = second.replace('Chain ID: 1', 'Chain ID: mainnet')
    expect(parseMessage(named)).toMatchObject({ chainId: mainnet, nonce: '32891757' })
    expect(createMessage(parseMessage(named))).toBe(named)
  })
})
