import { describe, expect, test, vi } from 'vitest'
import { createSignInRequest } from '../../test/createSignInRequest.ts'
import { account, proposed } from '../../test/startClient.ts'
import { createAuthPayload } from './createAuthPayload.ts'
import { parseAuthResponse } from './parseAuthResponse.ts'

describe('parseAuthResponse', () => {
  test.each([
    ['another domain', { domain: 'evil.test' }, 'the domain differs'],
    ['another nonce', { nonce: '12345678' }, 'the nonce differs'],
    ['another URI', { aud: 'https://evil.test' }, 'the URI differs'],
    ['a later expiration time', { exp: '2100-01-01T00:00:00Z' }, 'the expiration time differs'],
    ['another statement', { statement: 'I give everything.' }, 'the statement differs'],
    ['more resources', { resources: ['https://evil.test'] }, 'the resources differ'],
    ['a chain that was not requested', { iss: `did:pkh:eip155:1:${account}` }, 'the chain was not requested'],
    ['an invalid issuer', { iss: 'did:web:evil.test' }, 'malformed'],
  ])('error: %s', async (_, change, reason) => {
    const authPayload = createAuthPayload(createSignInRequest(), proposed)
    const { domain, aud, version, nonce, iat, statement, resources } = authPayload
    const p = {
      iss: `did:pkh:eip155:31337:${account}`,
      domain,
      aud,
      version,
      nonce,
      iat,
      statement,
      resources,
    }
    const cacao = { h: { t: 'caip122' }, p: { ...p, ...change }, s: { t: 'eip191', s: '0x00' } }
    const response = { cacaos: [cacao], responder: { publicKey: 'ab'.repeat(32), metadata: {} } }
    const verify = vi.fn(async () => {})
    await expect(parseAuthResponse({ response, authPayload, proposed, verify })).rejects.toThrow(reason)
    expect(verify).not.toHaveBeenCalled()
    const valid = { ...response, cacaos: [{ ...cacao, p }] }
    expect((await parseAuthResponse({ response: valid, authPayload, proposed, verify })).proofs).toHaveLength(
      1,
    )
  })
})
