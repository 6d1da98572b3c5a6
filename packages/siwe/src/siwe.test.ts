import { verifyMessage } from '@portico/siwx'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import * as siwe from './index.ts'

const { formatMessage, getAddressFromMessage, getChainIdFromMessage, verifySignature } = siwe
const account = privateKeyToAccount(`0x${'07'.repeat(32)}`)
const fields = {
  domain: 'app.example',
  uri: 'https://app.example',
  nonce: 'abcdefgh12345678',
  version: '1',
  iat: '2026-01-02T03:04:05.000Z',
  statement: 'Please sign in. Chain ID: 5',
} as const
const message = formatMessage(fields, `did:pkh:eip155:8453:${account.address.toLowerCase()}`)

test('behavior: exported names', () => {
  expect(Object.keys(siwe).sort()).toEqual([
    'createSIWEConfig',
    'formatMessage',
    'getAddressFromMessage',
    'getChainIdFromMessage',
    'getDidAddress',
    'getDidChainId',
    'verifySignature',
  ])
})

describe('formatMessage', () => {
  test('behavior: writes a message of EIP-4361 that servers accept', async () => {
    expect(message.split('\n').slice(0, 4)).toEqual([
      'app.example wants you to sign in with your Ethereum account:',
      account.address,
      '',
      fields.statement,
    ])
    const signature = await account.signMessage({ message })
    const { nonce, domain } = fields
    expect(await verifyMessage({ message, signature, nonce, domain })).toMatchObject({ ok: true })
  })

  test('behavior: takes the network of its arguments, and a plain address', () => {
    for (const chainId of [10, '10', 'eip155:10'])
      expect(formatMessage({ ...fields, chainId }, account.address)).toContain('\nChain ID: 10\n')
    const all = {
      exp: '2026-02-02T03:04:05.000Z',
      nbf: fields.iat,
      requestId: 'r',
      resources: ['https://a.example'],
    }
    const text = formatMessage({ ...fields, ...all, chainId: 1 }, account.address)
    for (const line of [
      'Expiration Time: 2026-02',
      'Not Before: 2026-01',
      'Request ID: r',
      '- https://a.example',
    ])
      expect(text).toContain(`\n${line}`)
  })

  test('error: a field that would write other lines', () => {
    const statement = 'Hello\n\nURI: https://evil.example'
    expect(() => formatMessage({ ...fields, statement, chainId: 1 }, account.address)).toThrow()
    expect(() => formatMessage(fields, account.address)).toThrow()
  })
})

describe('getAddressFromMessage and getChainIdFromMessage', () => {
  test('behavior: read the fields, not what the statement says', () => {
    expect(getAddressFromMessage(message)).toBe(account.address)
    expect(getChainIdFromMessage(message)).toBe('eip155:8453')
  })

  test.each(['', 'Hello', `${message}\nChain ID: 1`, message.replace('Chain ID: 8453', 'Chain ID: x')])(
    'behavior: are empty for another text',
    (text) => {
      expect([getAddressFromMessage(text), getChainIdFromMessage(text)]).toEqual(['', ''])
    },
  )
})

describe('verifySignature', () => {
  const { address } = account

  test('behavior: accepts the account that signed, and nobody else', async () => {
    const signature = await account.signMessage({ message })
    const check = (changed: object) =>
      verifySignature({ address, message, signature, chainId: 'eip155:8453', ...changed })
    expect(await check({})).toBe(true)
    expect(await check({ chainId: 8453, projectId: 'p' })).toBe(true)
    expect(await check({ message: `${message} ` })).toBe(false)
    expect(await check({ address: `0x${'11'.repeat(20)}` })).toBe(false)
    expect(await check({ address: '', chainId: '' })).toBe(false)
    expect(await check({ signature: '0x' })).toBe(false)
  })
})

describe('getDidAddress and getDidChainId', () => {
  test('behavior: read the parts of an identifier', () => {
    expect(siwe.getDidAddress('did:pkh:eip155:1:0xabc')).toBe('0xabc')
    expect(siwe.getDidChainId('did:pkh:eip155:1:0xabc')).toBe('1')
    expect([siwe.getDidAddress('0xabc'), siwe.getDidChainId('did:pkh:0xabc')]).toEqual([undefined, undefined])
  })
})
