import { verifyMessage } from '@portico/siwx'
import { describe, expect, test, vi } from 'vitest'
import { createFrameHost, socialUri } from '../../test/createFrameHost.ts'
import { testSolanaAddress } from '../../test/createTestSigner.ts'
import { type FramePort, serveRequests } from './serveRequests.ts'

type Reply = { id: string; type: string; payload: Record<string, unknown> }

const signIn = { nonce: 'nonce12345678', chainId: 'eip155:1', issuer: 'application' }
let last = 0

/** Starts a frame whose host page logs in with X, which gives no e-mail address. */
function open(options: Parameters<typeof createFrameHost>[0] = {}) {
  const host = createFrameHost(options)
  const replies: Reply[] = []
  const port: FramePort = { onmessage: null, postMessage: (message) => void replies.push(message as Reply) }
  serveRequests({ port, handlers: host.handlers })
  async function ask(type: string, payload?: unknown): Promise<Reply> {
    const id = (last++).toString(16).padStart(32, '0')
    port.onmessage?.({ data: { id, type, ...(payload === undefined ? {} : { payload }) } } as MessageEvent)
    return vi.waitFor(() => replies.find((reply) => reply.id === id) ?? Promise.reject(new Error(type)))
  }
  return { ...host, ask }
}

describe('a social login', () => {
  test('behavior: without an e-mail address the host learns the name', async () => {
    const { ask, events, address } = open()
    expect((await ask('GET_SOCIAL_REDIRECT_URI', { provider: 'x' })).payload).toEqual({
      uri: 'https://wallet.example/social?provider=x',
    })
    await vi.waitFor(() => expect(events).toEqual([{ type: 'SOCIAL_RESULT', payload: { uri: socialUri } }]))
    const accounts = [{ address, type: 'eoa' }]
    expect((await ask('CONNECT_SOCIAL', { uri: socialUri })).payload).toEqual({
      userName: 'ada',
      address,
      chainId: 'eip155:1',
      accounts,
    })
    expect(events.at(-1)).toMatchObject({ type: 'SESSION_UPDATE' })
    const user = (await ask('GET_USER')).payload
    expect(user).toMatchObject({ userName: 'ada', address, accounts })
    expect(user).not.toHaveProperty('email')
    // Nobody can change an address that there is not.
    expect((await ask('UPDATE_EMAIL_PRIMARY_OTP')).payload.reason).toBe('transaction-expired')
  })

  test('behavior: the address is that of the chosen network', async () => {
    const { ask } = open()
    const chainId = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
    await ask('SWITCH_NETWORK', { chainId })
    expect((await ask('CONNECT_SOCIAL', { uri: socialUri })).payload).toMatchObject({
      address: testSolanaAddress,
      chainId,
    })
  })

  test('behavior: signs in as part of the login, if the page asked for it first', async () => {
    const { ask, address, counts } = open()
    await ask('GET_SOCIAL_REDIRECT_URI', { provider: 'x' })
    expect((await ask('CONNECT_SOCIAL', { uri: 'wrong', signIn })).payload.reason).toBe('transaction-expired')
    expect(counts.signed).toBe(0)
    const { payload } = await ask('CONNECT_SOCIAL', { uri: socialUri, signIn })
    const signed = payload.signIn as { message: string; signature: string }
    expect(signed.message).toContain('Nonce: nonce12345678')
    const verdict = await verifyMessage({ ...signed, nonce: signIn.nonce, now: new Date() })
    expect(verdict).toMatchObject({ ok: true, account: `eip155:1:${address}` })
    expect(counts.signed).toBe(1)
  })

  test('error: another sign-in than the first one is not signed', async () => {
    const { ask, counts } = open()
    await ask('GET_SOCIAL_REDIRECT_URI', { provider: 'x' })
    await ask('CONNECT_SOCIAL', { uri: 'wrong' })
    expect((await ask('CONNECT_SOCIAL', { uri: socialUri, signIn })).payload).not.toHaveProperty('signIn')
    expect(counts.signed).toBe(0)
  })

  test('behavior: a login that was cancelled at the provider is reported once; one that is over, never', async () => {
    const refused = open({ socialOutcome: { reason: 'refused' } })
    await refused.ask('GET_SOCIAL_REDIRECT_URI', { provider: 'x' })
    const reported = [{ type: 'SOCIAL_RESULT', payload: { reason: 'refused' } }]
    await vi.waitFor(() => expect(refused.events).toEqual(reported))
    const over = open({ socialOutcome: 'over' })
    await over.ask('GET_SOCIAL_REDIRECT_URI', { provider: 'x' })
    await over.ask('IS_CONNECTED')
    expect(over.events).toEqual([])
  })

  test('error: a provider that is not set up', async () => {
    const { ask, events } = open()
    expect(await ask('GET_SOCIAL_REDIRECT_URI', { provider: 'google' })).toMatchObject({
      type: 'GET_SOCIAL_REDIRECT_URI_ERROR',
      payload: { reason: 'provider-off' },
    })
    expect(events).toEqual([])
  })
})
