import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseNameMessage } from '@portico/protocol'
import { describe, expect, onTestFinished, test } from 'vitest'
import { connect } from '../actions/connect.ts'
import { startDiscovery } from '../connectors/startDiscovery.ts'
import type { TrackEvent } from '../events/kitEvent.ts'
import { ada } from '../testing/fakeNamespace.ts'
import { memoryStorage } from '../testing/memoryStorage.ts'
import { testKit } from '../testing/testKit.ts'
import { getQueryClient } from './getQueryClient.ts'
import { identityQuery } from './identityQuery.ts'
import { registerName } from './registerName.ts'

const name = 'ada.portico.local'
const resolvedAt = '2026-11-21T12:00:00.000Z'
const subject = { address: ada, networkId: 'eip155:1' } as const

/** Starts a gateway where the account has the name `identity`. It accepts every name unless a problem is set. */
async function gateway({ identity = null, problem }: { identity?: string | null; problem?: string } = {}) {
  const posted: { message: string; signature: string; coin_type: number; address: string }[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => {
      body += part
    })
    request.on('end', () => {
      const { pathname } = new URL(request.url ?? '', 'http://gateway')
      const isPost = pathname === '/v1/profile/account'
      if (isPost) posted.push(JSON.parse(body))
      const record = {
        name,
        registered_at: resolvedAt,
        updated_at: resolvedAt,
        attributes: {},
        addresses: {},
      }
      const nonce = {
        nonce: '0123456789abcdef',
        gateway: 'https://gateway.example',
        zone: 'portico.local',
        expiresAt: '2026-11-21T12:05:00Z',
      }
      const answer = isPost
        ? record
        : pathname.endsWith('/nonce')
          ? nonce
          : { name: identity, avatar: null, resolvedAt }
      const refusal = isPost && problem && { type: 'about:blank', title: problem, status: 409, code: problem }
      response.writeHead(refusal ? 409 : 200, {
        'content-type': refusal ? 'application/problem+json' : 'application/json',
        connection: 'close',
      })
      response.end(JSON.stringify(refusal || answer))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { posted, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

async function make(url: string, storage = memoryStorage()) {
  const { kit, wallet, fake } = testKit({ gatewayUrl: url, storage })
  // There is no discovery without a window.
  startDiscovery(kit, fake.namespace)
  await connect(kit, { connectorId: wallet.id })
  const shownName = () =>
    getQueryClient(kit)
      .fetchQuery(identityQuery(kit, subject) as never)
      .then((identity) => (identity as { name: string | null }).name)
  return { kit, wallet, storage, shownName }
}

describe('registerName', () => {
  test('behavior: registers the signed name and shows it immediately and after a reload', async () => {
    const { url, posted } = await gateway()
    const { kit, shownName, storage } = await make(url)
    expect(await shownName()).toBeNull()
    expect(await registerName(kit, { name })).toMatchObject({ name })
    const [request] = posted
    expect(request).toMatchObject({ coin_type: 60, address: ada })
    expect(parseNameMessage(request?.message ?? '')).toMatchObject({
      action: 'register',
      name,
      owner: `eip155:1:${ada}`,
      // The configured gateway, not the one of the response.
      gateway: new URL(url).origin,
      nonce: '0123456789abcdef',
      expirationTime: '2026-11-21T12:05:00.000Z',
    })
    expect(await shownName()).toBe(name)
    expect(await (await make(url, storage)).shownName()).toBe(name)
  })

  test('behavior: raises an event at the start and one for the outcome, none for a rejection', async () => {
    const raisedBy = async (problem: string | undefined, sign: () => Promise<string>) => {
      const { url } = await gateway(problem ? { problem } : {})
      const { kit, wallet } = await make(url)
      wallet.sign = sign
      const raised: TrackEvent[] = []
      kit.events.on((event) => event.type === 'track' && raised.push(event.track))
      await registerName(kit, { name }).catch(() => {})
      return raised.filter(({ event }) => event !== 'API_ERROR')
    }
    const initiated = { event: 'REGISTER_NAME_INITIATED', properties: { name } }
    const sign = async () => '0x12'
    expect(await raisedBy(undefined, sign)).toMatchObject([
      initiated,
      { event: 'REGISTER_NAME_SUCCESS', properties: { name } },
    ])
    expect(await raisedBy('name-taken', sign)).toMatchObject([
      initiated,
      { event: 'REGISTER_NAME_ERROR', properties: { name, message: expect.any(String) } },
    ])
    const reject = () => Promise.reject(Object.assign(new Error('no'), { code: 4001 }))
    expect(await raisedBy(undefined, reject)).toMatchObject([initiated])
  })

  test('behavior: an ENS name has precedence', async () => {
    const { url } = await gateway({ identity: 'ada.eth' })
    const { kit, shownName, storage } = await make(url)
    expect(await shownName()).toBe('ada.eth')
    await registerName(kit, { name })
    expect(await shownName()).toBe('ada.eth')
    expect(await (await make(url, storage)).shownName()).toBe('ada.eth')
  })

  test('error: a rejection by the wallet or the gateway changes nothing', async () => {
    const { url, posted } = await gateway({ problem: 'name-taken' })
    const { kit, wallet, shownName } = await make(url)
    wallet.sign = async () => {
      throw Object.assign(new Error('no'), { code: 4001 })
    }
    await expect(registerName(kit, { name })).rejects.toMatchObject({ code: 4001 })
    expect(posted).toEqual([])
    wallet.sign = async () => '0x12'
    await expect(registerName(kit, { name })).rejects.toMatchObject({ code: 'name-taken' })
    expect(await shownName()).toBeNull()
  })
})
