import { verifyMessage } from '@portico/siwx'
import { describe, expect, test, vi } from 'vitest'
import { createFrameHost, farcasterUrl } from '../../test/createFrameHost.ts'
import { testSolanaAddress } from '../../test/createTestSigner.ts'
import { FarcasterExpiredError } from '../session/createFarcasterLogin.ts'
import { type FramePort, serveRequests } from './serveRequests.ts'

type Reply = { id: string; type: string; payload: Record<string, unknown> }

const signIn = { nonce: 'nonce12345678', chainId: 'eip155:1', issuer: 'application' }
let last = 0

/** Starts a frame whose host page logs in with Farcaster. */
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

describe('a login with Farcaster', () => {
  test('behavior: the host gets the address for the app, and once it is confirmed the wallet and the name', async () => {
    let confirm = () => {}
    const confirmed = new Promise<void>((resolve) => {
      confirm = resolve
    })
    const { ask, events, address } = open({ confirmFarcaster: () => confirmed })
    expect((await ask('GET_FARCASTER_URI')).payload).toEqual({ url: farcasterUrl })
    const connecting = ask('CONNECT_FARCASTER')
    expect((await ask('IS_CONNECTED')).payload).toEqual({ isConnected: false })
    confirm()
    const accounts = [{ address, type: 'eoa' }]
    expect((await connecting).payload).toEqual({ userName: 'ada', address, chainId: 'eip155:1', accounts })
    expect(events).toMatchObject([{ type: 'SESSION_UPDATE' }])
    expect((await ask('GET_USER')).payload).toMatchObject({ userName: 'ada', address, accounts })
  })

  test('behavior: the address is that of the chosen network', async () => {
    const { ask } = open()
    const chainId = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
    await ask('SWITCH_NETWORK', { chainId })
    await ask('GET_FARCASTER_URI')
    expect((await ask('CONNECT_FARCASTER')).payload).toMatchObject({ address: testSolanaAddress, chainId })
  })

  test('behavior: signs in as part of the login, once', async () => {
    const { ask, address, counts } = open()
    await ask('GET_FARCASTER_URI')
    const { payload } = await ask('CONNECT_FARCASTER', { signIn })
    const signed = payload.signIn as { message: string; signature: string }
    const verdict = await verifyMessage({ ...signed, nonce: signIn.nonce, now: new Date() })
    expect(verdict).toMatchObject({ ok: true, account: `eip155:1:${address}` })
    const other = { ...signIn, nonce: 'another12345678' }
    expect((await ask('CONNECT_FARCASTER', { signIn: other })).payload).not.toHaveProperty('signIn')
    expect(counts.signed).toBe(1)
  })

  test('error: a login that nobody confirmed', async () => {
    const confirmFarcaster = async () => {
      throw new FarcasterExpiredError()
    }
    const { ask } = open({ confirmFarcaster })
    await ask('GET_FARCASTER_URI')
    expect(await ask('CONNECT_FARCASTER')).toMatchObject({
      type: 'CONNECT_FARCASTER_ERROR',
      payload: { reason: 'farcaster-expired' },
    })
  })

  test('behavior: the host can end it', async () => {
    const { ask, farcasterCancels } = open()
    expect((await ask('CANCEL_FARCASTER')).payload).toEqual({})
    expect(farcasterCancels()).toBe(1)
  })
})
