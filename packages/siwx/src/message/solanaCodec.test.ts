import { describe, expect, test } from 'vitest'
import { createMessage } from './createMessage.ts'
import { InvalidMessageError } from './InvalidMessageError.ts'
import type { MessageFields } from './MessageFields.ts'
import { parseMessage } from './parseMessage.ts'

const fields: MessageFields = {
  domain: 'example.com',
  address: '9hSR6S7WPtxmTojgo6GG3k4yDPecgJY292j7xrsUGWBu',
  uri: 'https://example.com/login',
  version: '1',
  chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  nonce: 'abcdefgh',
  issuedAt: '2026-01-01T00:00:00.000Z',
}

describe('createMessage', () => {
  test('behavior: without a statement, one empty line separates address and fields', () => {
    expect(createMessage(fields)).toMatchInlineSnapshot(`
      "example.com wants you to sign in with your Solana account:
      9hSR6S7WPtxmTojgo6GG3k4yDPecgJY292j7xrsUGWBu

      URI: https://example.com/login
      Version: 1
      Chain ID: mainnet
      Nonce: abcdefgh
      Issued At: 2026-01-01T00:00:00.000Z"
    `)
  })

  test.each([
    ['5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'mainnet'],
    ['EtWTRABZaYq6iMfeYKouRu166VU2xqa1', 'devnet'],
    ['4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z', 'testnet'],
    ['BNf5xyDuzNvTufy9WYMStzUAjoUfGzjz', 'BNf5xyDuzNvTufy9WYMStzUAjoUfGzjz'],
  ])('behavior: the network %s is written as %s', (reference, name) => {
    const text = createMessage({ ...fields, chainId: `solana:${reference}` })
    expect(text).toContain(`\nChain ID: ${name}\n`)
    expect(parseMessage(text).chainId).toBe(`solana:${reference}`)
  })

  test.each([
    ['an address of Ethereum', { address: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2' }],
    ['a short address', { address: '1'.repeat(31) }],
    ['an address with a zero', { address: '0'.repeat(44) }],
    ['a line end in the statement', { statement: 'one\nURI: https://evil.example' }],
    ['a network that is none', { chainId: 'solana:mainnet' as const }],
  ])('error: %s', (_, change) => {
    expect(() => createMessage({ ...fields, ...change })).toThrow(InvalidMessageError)
  })
})

describe('parseMessage', () => {
  test.each([
    ['no statement', {}],
    ['a statement', { statement: 'Sign in to Example' }],
    ['a statement like a field', { statement: 'URI: https://evil.example' }],
    ['every field', { scheme: 'https', expirationTime: fields.issuedAt, requestId: 'a', resources: [] }],
  ])('behavior: parses what createMessage writes, with %s', (_, change) => {
    const all = { ...fields, ...change }
    expect(parseMessage(createMessage(all))).toEqual(all)
  })

  const text = createMessage(fields)
  test.each([
    ['two empty lines, as for Ethereum', text.replace('\n\n', '\n\n\n')],
    ['no empty line', text.replace('\n\n', '\n')],
    ['an empty statement', text.replace('\n\n', '\n\n\n\n')],
    [
      'a network by its reference that has a name',
      text.replace('mainnet', '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'),
    ],
    ['a network by a name that is none', text.replace('mainnet', 'constructor')],
    ['an empty line at the end', `${text}\n`],
  ])('error: %s', (_, wrong) => {
    expect(() => parseMessage(wrong)).toThrow(InvalidMessageError)
  })
})
