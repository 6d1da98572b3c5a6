import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { codeOf } from '../../../testing/codeOf.ts'
import { createWalletGateway } from '../../../testing/createWalletGateway.ts'

const path = '/wallet/v1/window-mailbox'
const random = (bytes = 32): string => randomBytes(bytes).toString('base64url')
const minute = 60_000

async function setup() {
  const gateway = await createWalletGateway()
  const device = async (userId?: string) => {
    const client = await gateway.device(userId === undefined ? {} : { userId })
    await client.login()
    return client
  }
  /** Sends a request as the wallet window does: without proof and session. */
  const fromWindow = async (
    part: string,
    body: unknown,
    headers: Record<string, string> = { origin: 'http://wallet.localhost:4402' },
  ) =>
    gateway.app.request(`http://localhost:4401${path}${part}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  return { ...gateway, device, fromWindow }
}

describe('handoffs', () => {
  test('behavior: passes a question to the window and the answer back, each once', async () => {
    const { device, fromWindow, services } = await setup()
    const frame = await device()
    const [id, question, answer] = [random(), random(100), random(60)]
    const collect = () => frame.call('POST', `${path}/collect`, { body: { id } })
    expect(await codeOf(await frame.call('POST', path, { body: { id, question } }))).toBe('204')
    expect(await (await collect()).json()).toEqual({})
    const taken = await fromWindow('/question', { id })
    expect(taken.headers.get('cache-control')).toBe('no-store')
    expect(await taken.json()).toEqual({ question })
    expect(await codeOf(await fromWindow('/question', { id }))).toBe('not-found')
    expect(await codeOf(await fromWindow('/answer', { id, answer }))).toBe('204')
    expect(await codeOf(await fromWindow('/answer', { id, answer: random(60) }))).toBe('not-found')
    expect(await (await collect()).json()).toEqual({ answer })
    expect(await codeOf(await collect())).toBe('not-found')
    expect(await services.database.selectFrom('window_mailbox').selectAll().execute()).toEqual([])
  })

  test('error: refuses requests without a session, and of other sessions of the same or another user', async () => {
    const { device, fromWindow } = await setup()
    const frame = await device()
    const strangers = [await device(), await device(frame.userId)]
    const [id, question] = [random(), random()]
    for (const part of ['', '/collect', '/drop']) {
      const body = part === '' ? { id, question } : { id }
      expect([part, await codeOf(await fromWindow(part, body))]).toEqual([part, 'session-missing'])
    }
    await frame.call('POST', path, { body: { id, question } })
    await fromWindow('/question', { id })
    await fromWindow('/answer', { id, answer: random() })
    for (const stranger of strangers) {
      const ask = async (part: string, body: object) =>
        codeOf(await stranger.call('POST', `${path}${part}`, { body }))
      expect(await ask('', { id, question })).toBe('mailbox-id-used')
      expect(await ask('/collect', { id })).toBe('not-found')
      expect(await ask('/drop', { id })).toBe('204')
    }
    expect(await codeOf(await frame.call('POST', `${path}/collect`, { body: { id } }))).toBe('200')
  })

  test('error: refuses other sites, an answer before the question was read, and dropped or expired requests', async () => {
    const { device, fromWindow, wait } = await setup()
    const frame = await device()
    const [id, question, answer] = [random(), random(), random()]
    const put = async (id: string) => codeOf(await frame.call('POST', path, { body: { id, question } }))
    expect(await put(id)).toBe('204')
    for (const headers of [
      { origin: 'http://evil.localhost' },
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' },
      { 'sec-fetch-mode': 'no-cors' },
    ])
      expect(await codeOf(await fromWindow('/question', { id }, headers))).toBe('origin-not-allowed')
    expect(await codeOf(await fromWindow('/answer', { id, answer }))).toBe('not-found')
    expect(await codeOf(await frame.call('POST', `${path}/drop`, { body: { id } }))).toBe('204')
    expect(await codeOf(await fromWindow('/question', { id }))).toBe('not-found')

    const [taken, left] = [random(), random()]
    expect([await put(taken), await put(left)]).toEqual(['204', '204'])
    await fromWindow('/question', { id: taken })
    wait(5 * minute)
    expect(await codeOf(await fromWindow('/question', { id: left }))).toBe('not-found')
    expect(await codeOf(await fromWindow('/answer', { id: taken, answer }))).toBe('not-found')
    await frame.login()
    expect(await codeOf(await frame.call('POST', `${path}/collect`, { body: { id: taken } }))).toBe(
      'not-found',
    )
  })

  test('param: validates sizes, IDs and fields', async () => {
    const { device, fromWindow } = await setup()
    const frame = await device()
    const put = async (body: object) => codeOf(await frame.call('POST', path, { body }))
    const largest = random(256 * 1024)
    expect(await put({ id: random(), question: largest })).toBe('204')
    expect(await put({ id: random(), question: `${largest}A` })).toBe('invalid-request')
    expect(await put({ id: random(), question: 'A'.repeat(400_000) })).toBe('body-too-large')
    for (const body of [
      { id: random(), question: '' },
      { id: random(), question: 'no base64url!' },
      { id: random(31), question: 'AAAA' },
      { id: random(33), question: 'AAAA' },
      { id: random(), question: 'AAAA', origin: 'https://bank.example' },
      { question: 'AAAA' },
    ])
      expect([body, await put(body)]).toEqual([body, 'invalid-request'])
    for (const body of [{ id: 1 }, {}, { id: random(), more: 1 }])
      expect(await codeOf(await fromWindow('/question', body))).toBe('invalid-request')
    expect(await codeOf(await fromWindow('/answer', { id: random(), answer: 'A'.repeat(1025) }))).toBe(
      'invalid-request',
    )
  })

  test('error: limits the rate of requests with guessed IDs', async () => {
    const { fromWindow } = await setup()
    const codes = new Set<string>()
    for (let attempt = 0; attempt < 130; attempt++)
      codes.add(await codeOf(await fromWindow('/question', { id: random() })))
    expect([...codes].sort()).toEqual(['not-found', 'rate-limited'])
  })
})
