import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import {
  createNonce,
  EIP155Verifier,
  InformalMessenger,
  InvalidSessionError,
  type SIWXSession,
} from '../index.ts'

const account = privateKeyToAccount(generatePrivateKey())
const verifier = new EIP155Verifier()
const context = { getClient: () => undefined }

async function signIn(): Promise<SIWXSession> {
  const messenger = new InformalMessenger({
    domain: 'example.com',
    uri: 'https://example.com',
    getNonce: createNonce,
    expiration: 60_000,
  })
  const data = await messenger.createMessage({ accountAddress: account.address, chainId: 'eip155:1' })
  const message = data.toString()
  return { data: { ...data }, message, signature: await account.signMessage({ message }) }
}

describe('EIP155Verifier', () => {
  test('behavior: a signature by the key', async () => {
    expect(await verifier.verify(await signIn(), context)).toBe(true)
  })

  test.each<[string, Partial<SIWXSession['data']>]>([
    ['domain-mismatch', { domain: 'evil.example' }],
    ['uri-mismatch', { uri: 'https://evil.example' }],
    ['nonce-mismatch', { nonce: 'another123' }],
    ['chain-unsupported', { chainId: 'eip155:10' }],
    ['address-mismatch', { accountAddress: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2' }],
  ])('error: the fields differ from the text: %s', async (code, change) => {
    const session = await signIn()
    const changed = { ...session, data: { ...session.data, ...change } }
    await expect(verifier.verify(changed, context)).rejects.toMatchObject({
      name: 'InvalidSessionError',
      code,
    })
  })

  test('error: the details contain the reason', async () => {
    const session = { ...(await signIn()), signature: '0x' }
    await expect(verifier.verify(session, context)).rejects.toThrow(InvalidSessionError)
    await expect(verifier.verify(session, context)).rejects.toThrow('at least 65 are required')
  })

  test('behavior: uses the client of the session’s network', async () => {
    const requestedChains: string[] = []
    const getClient = (chainId: string) => {
      requestedChains.push(chainId)
      return { request: () => Promise.reject(new Error('offline')) }
    }
    const session = { ...(await signIn()), signature: `0x${'12'.repeat(70)}` }
    await expect(verifier.verify(session, { getClient })).rejects.toMatchObject({
      code: 'client-unavailable',
    })
    expect(requestedChains).toEqual(['eip155:1'])
  })

  test('behavior: a stored session is intact if its fields match its text', async () => {
    const session = await signIn()
    expect(await verifier.isIntact(session)).toBe(true)
    const { data } = session
    expect(await verifier.isIntact({ ...session, message: 'x' })).toBe(false)
    expect(
      await verifier.isIntact({ ...session, data: { ...data, expirationTime: '2999-01-01T00:00:00Z' } }),
    ).toBe(false)
    expect(await verifier.isIntact({ ...session, data: { ...data, expirationTime: undefined } })).toBe(false)
    expect(
      await verifier.isIntact({ ...session, data: { ...data, notBefore: '2020-01-01T00:00:00Z' } }),
    ).toBe(false)
    expect(await verifier.isIntact({ ...session, data: { ...data, domain: 'evil.example' } })).toBe(false)
    expect(await verifier.isIntact({ ...session, data: { ...data, chainId: 'eip155:10' } })).toBe(false)
    const other = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
    expect(await verifier.isIntact({ ...session, data: { ...data, accountAddress: other } })).toBe(false)
  })
})
