import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Agent } from 'undici'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createSendJson, type SendJson } from '../infra/egress/createSendJson.ts'
import { checkWidgetUrl } from '../modules/onramp/checkWidgetUrl.ts'
import type {
  OnrampAsset,
  OnrampEvent,
  OnrampFiat,
  OnrampOffer,
  OnrampProvider,
} from '../sources/onramp/OnrampProvider.ts'
import { toUnits } from '../sources/onramp/toUnits.ts'
import { read } from './startUpstream.ts'

/** A request as the provider's API receives it. */
export type ProviderRequest = {
  method: string
  path: string
  query: URLSearchParams
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: unknown
}

/** A webhook that the provider has signed. Header names are in lower case. */
export type SignedWebhook = { raw: string; headers: Readonly<Record<string, string>> }

/** What the contract suite needs to know of a provider. */
export type OnrampProviderCase = {
  name: string
  create(context: { apiUrl: string; sendJson: SendJson; now: () => number }): OnrampProvider
  /** Answers as the provider's documentation says; undefined = 404. Throws if the request is not authorized. */
  answer(request: ProviderRequest): unknown
  expected: {
    asset: OnrampAsset
    fiat: OnrampFiat
    /** Undefined: the provider does not quote. */
    offer: OnrampOffer | undefined
    /** Parameters of the page's URL. */
    page: Readonly<Record<string, string>>
  }
  /** Answer of the API with another page, if its pages come from there. */
  answerPage?: ((url: string) => unknown) | undefined
  /** Signs a webhook as the provider does. Undefined: the provider reports nothing. */
  sign?:
    | ((event: {
        id: string
        session: string
        status: 'working' | 'paid' | 'failed'
        hash: string
        wallet: string
        /** Milliseconds since the epoch. */
        at: number
        /** Signs with a secret of somebody else. */
        isForged?: boolean
      }) => SignedWebhook | Promise<SignedWebhook>)
    | undefined
  /** Fields that the provider's webhooks have. */
  reports?: { hash: boolean; wallet: boolean } | undefined
}

const now = Date.parse('2026-11-28T12:00:00Z')
const wallet = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const attacker = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const session = '00112233445566778899aabbccddeeff'
const hash = `0x${'ab'.repeat(32)}`
const minute = 60_000
const place = { country: 'DE', subdivision: undefined }

/** Bodies of a server that does not do what its documentation says. */
const hostileBodies: readonly [string, string][] = [
  ['nothing', ''],
  ['HTML', '<html>down for maintenance</html>'],
  ['null', 'null'],
  ['an empty object', '{}'],
  ['an empty list', '[]'],
  ['a number', '1e999'],
  ['a deep list', `${'['.repeat(5000)}${']'.repeat(5000)}`],
  ['a prototype', '{"__proto__":{"quotes":[]},"constructor":1}'],
  ['six megabytes', `"${'x'.repeat(6_000_000)}"`],
]
const hostileAmounts: readonly unknown[] = [
  -1,
  '-1',
  '1e30',
  'NaN',
  'Infinity',
  '0x10',
  '1,5',
  '',
  ' 1',
  {},
  [],
  true,
  '9'.repeat(60),
]

/** The contract that every onramp provider fulfils. */
export function testOnrampProvider({
  name,
  create,
  answer,
  expected,
  answerPage,
  sign,
  reports,
}: OnrampProviderCase): void {
  /** Starts the provider's API. */
  async function start(respond: (request: ProviderRequest) => unknown = answer) {
    const requests: ProviderRequest[] = []
    const server = createServer(async (incoming, response) => {
      const { pathname: path, searchParams: query } = new URL(incoming.url ?? '/', 'http://api')
      const text = await read(incoming)
      const body = text === '' ? undefined : JSON.parse(text)
      const request = { method: incoming.method ?? '', path, query, headers: incoming.headers, body }
      requests.push(request)
      let result: unknown
      try {
        result = respond(request)
      } catch {
        return void response.writeHead(401).end('{}')
      }
      if (result === 'hang') return
      if (typeof result === 'number')
        return void response.writeHead(result, { location: 'http://127.0.0.1:1/' }).end('{}')
      if (result === undefined) return void response.writeHead(404).end('{}')
      response.end(typeof result === 'string' ? result : JSON.stringify(result))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const dispatcher = new Agent()
    onTestFinished(async () => {
      server.closeAllConnections()
      server.close()
      await dispatcher.destroy()
    })
    const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const provider = create({ apiUrl, sendJson: createSendJson({ dispatcher }), now: () => now })
    return { provider, requests }
  }

  const purchase = { ...place, asset: expected.asset, fiat: 'EUR', amount: '100', method: undefined }
  const deadline = () => Date.now() + 4000
  const open = (provider: OnrampProvider) =>
    provider.session({
      ...purchase,
      ...{ id: session, wallet, via: expected.offer?.via?.id, redirectUrl: 'https://shop.example/back' },
      ...{ ip: '203.0.113.7', origin: 'https://shop.example', locked: [], deadline: deadline() },
    })
  const check = (url: string, provider: OnrampProvider) =>
    checkWidgetUrl({ url, provider, asset: expected.asset, account: wallet.toLowerCase() })

  describe(`contract of ${name}`, () => {
    test('behavior: lists what is sold', async () => {
      const { provider } = await start()
      const { assets, fiats } = await provider.options({ ...place, deadline: deadline() })
      expect(assets).toContainEqual(expected.asset)
      expect(fiats).toContainEqual(expected.fiat)
    })

    test('behavior: quotes', async () => {
      const { provider } = await start()
      const offers = await provider.quote({ ...purchase, deadline: deadline() })
      expect(offers[0]).toEqual(expected.offer)
      expect(provider.quotes).toBe(expected.offer !== undefined)
    })

    test('behavior: opens its own page for the address of the visitor', async () => {
      const { provider } = await start()
      const url = await open(provider)
      expect(check(url, provider)).toBe(new URL(url).href)
      expect(new URL(url).protocol).toBe('https:')
      const parameters = Object.fromEntries(new URL(url).searchParams)
      expect(parameters).toMatchObject(expected.page)
      expect(url.toLowerCase()).not.toContain(attacker.toLowerCase())
    })

    test.each(hostileBodies)('error: the API answers with %s', async (_, body) => {
      const { provider, requests } = await start(() => body)
      const settled = await Promise.allSettled([
        provider.options({ ...place, deadline: deadline() }),
        provider.quote({ ...purchase, deadline: deadline() }),
        open(provider),
      ])
      for (const result of settled)
        if (result.status === 'rejected') expect(result.reason.message).not.toMatch(/maintenance|xxxx/)
        // Only what needs no answer, or an empty list, can succeed.
        else if (Array.isArray(result.value)) expect(result.value).toEqual([])
        else if (typeof result.value === 'object')
          expect([...result.value.assets, ...result.value.fiats].length >= 0).toBe(true)
        else expect(check(result.value, provider)).toBeDefined()
      if (requests.length > 0) expect(settled[0].status === 'rejected' || body === '[]').toBe(true)
    })

    test.each([500, 401, 302, 204])('error: the API answers with status %i', async (status) => {
      const { provider, requests } = await start(() => status)
      const results = await Promise.allSettled([
        provider.options({ ...place, deadline: deadline() }),
        provider.quote({ ...purchase, deadline: deadline() }),
      ])
      if (requests.length === 0) return
      expect(results.map((result) => result.status)).toEqual(['rejected', 'rejected'])
    })

    test('error: the API does not answer', async () => {
      const { provider, requests } = await start(() => 'hang')
      const start_ = Date.now()
      const result = await provider.options({ ...place, deadline: Date.now() + 300 }).catch((error) => error)
      if (requests.length === 0) return
      expect(result).toBeInstanceOf(Error)
      expect(Date.now() - start_).toBeLessThan(3000)
    })

    test('error: amounts that are none are refused, wherever they are', async () => {
      let tried = 0
      for (const hostile of hostileAmounts) {
        const { provider } = await start((request) => replaceAmounts(answer(request), hostile))
        for (const offers of await Promise.all([
          provider.quote({ ...purchase, deadline: deadline() }).catch(() => []),
        ])) {
          tried++
          for (const { receives, totalFee } of offers) {
            expect(toUnits(receives) >= 0n).toBe(true)
            expect(toUnits(totalFee) >= 0n).toBe(true)
          }
        }
        const { fiats } = await provider
          .options({ ...place, deadline: deadline() })
          .catch(() => ({ fiats: [] as readonly OnrampFiat[] }))
        for (const { limits } of fiats)
          for (const { min, max } of limits) expect(toUnits(max) >= 0n && toUnits(min) >= 0n).toBe(true)
      }
      expect(tried).toBe(hostileAmounts.length)
    })

    test('error: a page of somebody else, or one that pays somebody else, is not opened', async () => {
      const { provider } = await start()
      const good = new URL(await open(provider))
      const { host } = good
      const evil = [
        `http://${host}/?a=1`,
        `https://evil.example/?host=${host}`,
        `https://${host}.evil.example/`,
        `https://${host}@evil.example/`,
        `https://user:secret@${host}/`,
        `https://${host}:444/`,
        `https://evil.example\\@${host}/`,
        `https://${host.replace('.', '-')}/`,
        `//${host}/`,
        `javascript:alert(1)//${host}`,
        `data:text/html,${host}`,
        `https://${host}/?walletAddress=${attacker}`,
        `https://${host}/?walletAddress=${wallet}&walletAddress=${attacker}`,
        `https://${host}/?wallets=${encodeURIComponent(JSON.stringify({ eth: attacker }))}`,
        `https://${host}/pay/${attacker}`,
        `https://${host}/#/pay?to=${attacker.toLowerCase()}`,
        `https://${host}/?x=${encodeURIComponent(encodeURIComponent(attacker))}`,
        `https://${host}/${'x'.repeat(9000)}`,
        ' ',
      ]
      expect(evil.map((url) => check(url, provider)).filter(Boolean)).toEqual([])
      if (!answerPage) return
      for (const url of evil) {
        const hostile = await start((request) => {
          const usual = answer(request)
          return hasPage(usual) ? answerPage(url) : usual
        })
        const opened = await open(hostile.provider).catch(() => undefined)
        expect(opened === undefined ? undefined : check(opened, hostile.provider)).toBeUndefined()
      }
    })

    test.skipIf(sign !== undefined)('behavior: takes no webhooks', async () => {
      const { provider } = await start()
      expect(provider.reports).toBe(false)
      expect(await provider.readWebhook({ raw: '{}', header: () => undefined, now })).toBeUndefined()
    })

    describe.skipIf(sign === undefined)('webhooks', () => {
      const event = { id: 'event-1', session, status: 'paid' as const, hash, wallet, at: now }
      const make = (more: Partial<Parameters<NonNullable<typeof sign>>[0]> = {}) =>
        (sign as NonNullable<typeof sign>)({ ...event, ...more })
      const readBy = (provider: OnrampProvider, { raw, headers }: SignedWebhook, at = now) =>
        provider.readWebhook({ raw, header: (name) => headers[name], now: at })
      /** Some providers sign with what they have issued before. */
      async function ready() {
        const { provider } = await start()
        await open(provider)
        return provider
      }

      test.each(['working', 'paid', 'failed'] as const)('behavior: reads the state %s', async (status) => {
        const provider = await ready()
        expect(await readBy(provider, await make({ status }))).toEqual({
          id: expect.any(String),
          session,
          status,
          hash: reports?.hash ? hash : undefined,
          wallet: reports?.wallet ? wallet : undefined,
        } satisfies OnrampEvent)
      })

      test('behavior: different events have different IDs, the same one has the same', async () => {
        const provider = await ready()
        const idOf = async (webhook: SignedWebhook) => ((await readBy(provider, webhook)) as OnrampEvent).id
        const one = await make()
        expect(await idOf(one)).toBe(await idOf(one))
        expect(await idOf(one)).not.toBe(await idOf(await make({ id: 'event-2' })))
      })

      test('error: older or newer than five minutes', async () => {
        const provider = await ready()
        const webhook = await make()
        for (const at of [now - 5 * minute, now, now + 5 * minute])
          expect(await readBy(provider, webhook, at)).toBeDefined()
        for (const at of [now - 5 * minute - 1001, now + 5 * minute + 1001, 0, Number.MAX_SAFE_INTEGER])
          expect(await readBy(provider, webhook, at)).toBeUndefined()
      })

      test('error: the secret of somebody else, no signature, and every change of a signed one', async () => {
        const provider = await ready()
        expect(await readBy(provider, await make({ isForged: true }))).toBeUndefined()
        const webhook = await make()
        expect(await readBy(provider, { ...webhook, headers: {} })).toSatisfy(
          (result) => result === undefined || Object.keys(webhook.headers).length === 0,
        )
        const original = await readBy(provider, webhook)
        const accepted: unknown[] = []
        let tried = 0
        for (const changed of mutations(webhook)) {
          tried++
          const result = await readBy(provider, changed)
          if (result === undefined) continue
          // Space around JSON, and another way to write the same header, change nothing of what is said.
          const isSame = JSON.stringify(JSON.parse(changed.raw)) === JSON.stringify(JSON.parse(webhook.raw))
          expect(result).toEqual(original)
          if (!isSame) accepted.push(result)
        }
        expect(tried).toBeGreaterThan(400)
        expect(accepted).toEqual([])
      })

      test('error: an old one with a new time', async () => {
        const provider = await ready()
        const { raw, headers } = await make()
        const [before, after] = [now, now + 10 * minute].map((at) => String(Math.floor(at / 1000)))
        const replaced = Object.entries(headers).map(([name, value]) => [
          name,
          value.replace(before as string, after as string),
        ])
        const renewed = {
          raw: raw.replace(before as string, after as string),
          headers: Object.fromEntries(replaced),
        }
        expect(await readBy(provider, renewed, now + 10 * minute)).toBeUndefined()
      })

      test('error: an authentic webhook about something else is ignored', async () => {
        const provider = await ready()
        const webhook = await make({ session: '' })
        const result = await readBy(provider, webhook)
        expect(result === 'ignored' || (result as OnrampEvent).session === '').toBe(true)
      })
    })
  })
}

/** Every character of body and headers changed, removed or doubled in turn, and headers of other kinds. */
function* mutations({ raw, headers }: SignedWebhook): Generator<SignedWebhook> {
  const change = (text: string, at: number): string[] => [
    text.slice(0, at) + (text[at] === '0' ? '1' : '0') + text.slice(at + 1),
    text.slice(0, at) + text.slice(at + 1),
    text.slice(0, at) + text[at] + text.slice(at),
  ]
  for (let at = 0; at < raw.length; at++)
    for (const text of change(raw, at)) if (text !== raw) yield { raw: text, headers }
  for (const [name, value] of Object.entries(headers))
    for (let at = 0; at < value.length; at++)
      for (const text of change(value, at))
        if (text !== value) yield { raw, headers: { ...headers, [name]: text } }
  yield { raw: `${raw} `, headers }
  yield { raw: `\uFEFF${raw}`, headers }
  yield { raw: '', headers }
}

/** Replaces all amounts in an answer: numbers, and texts that are numbers. */
function replaceAmounts(value: unknown, amount: unknown): unknown {
  if (typeof value === 'number') return amount
  if (typeof value === 'string') return /^\d+(\.\d+)?$/.test(value) ? amount : value
  if (Array.isArray(value)) return value.map((one) => replaceAmounts(one, amount))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, replaceAmounts(one, amount)]))
}

function hasPage(answer: unknown): boolean {
  return JSON.stringify(answer)?.includes('"widgetUrl"') ?? false
}
