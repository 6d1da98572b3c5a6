import { createAppClient, viemConnector } from '@farcaster/auth-client'
import { describe, expect, test, vi } from 'vitest'
import { createFarcasterRelay } from './createFarcasterRelay.ts'

const url = 'https://relay.example/farcaster'
const fields = { siweUri: 'https://wallet.example', domain: 'wallet.example', nonce: 'abcdefgh234567' }
const channel = { channelToken: 'token-1', url: 'https://farcaster.example/~/siwf', nonce: fields.nonce }

/** A relay that answers with this. */
function answering(status: number, body?: unknown) {
  const fetch = vi.fn(async () => new Response(body === undefined ? '' : JSON.stringify(body), { status }))
  return { fetch, relay: createFarcasterRelay({ url, fetch: fetch as typeof globalThis.fetch }) }
}

describe('createFarcasterRelay', () => {
  test('behavior: asks as Farcaster’s own client does', async () => {
    const { fetch, relay } = answering(201, channel)
    vi.stubGlobal('fetch', fetch)
    const client = createAppClient({ relay: url, ethereum: viemConnector({ rpcUrl: 'http://localhost:1' }) })
    await client.createChannel(fields)
    await client.status({ channelToken: channel.channelToken })
    vi.unstubAllGlobals()
    expect(await relay.open(fields)).toMatchObject({ channelToken: 'token-1', url: channel.url })
    await relay.readStatus(channel.channelToken).catch(() => undefined)
    const asked = (fetch.mock.calls as unknown as [string, RequestInit][]).map(([path, init]) => ({
      path: `${path}`,
      method: init.method ?? 'GET',
      body: init.body === undefined ? undefined : JSON.parse(`${init.body}`),
      authorization: new Headers(init.headers).get('authorization'),
    }))
    expect(asked).toHaveLength(4)
    expect(asked.slice(2)).toEqual(asked.slice(0, 2))
  })

  test.each([
    [500, undefined],
    [400, { error: 'Validation error' }],
    [201, { channelToken: 'token-1' }],
    [201, undefined],
  ])('error: no channel, status %i with %j', async (status, body) => {
    await expect(answering(status, body).relay.open(fields)).rejects.toMatchObject({
      code: 'farcaster-failed',
    })
  })

  test.each([202, 429, 500, 503])('behavior: status %i is asked again later', async (status) => {
    expect(await answering(status, { state: 'pending' }).relay.readStatus('token-1')).toBe('pending')
  })

  test('behavior: a relay that cannot be reached is asked again later, but opens no channel', async () => {
    const fetch = () => Promise.reject(new TypeError('Failed to fetch'))
    const relay = createFarcasterRelay({ url, fetch })
    expect(await relay.readStatus('token-1')).toBe('pending')
    await expect(relay.open(fields)).rejects.toMatchObject({ code: 'farcaster-failed' })
  })

  test.each([
    [401, { error: 'Unauthorized' }],
    [200, { message: 'm' }],
    [200, { message: 'm', signature: 'none' }],
  ])('error: the channel is gone, status %i with %j', async (status, body) => {
    await expect(answering(status, body).relay.readStatus('token-1')).rejects.toMatchObject({
      code: 'farcaster-failed',
    })
  })
})
