import { createHmac } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tempFolder } from '@portico/server/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { type BuyingGateway, createBuyingGateway, visitor } from '../../../test/createBuyingGateway.ts'
import { startUpstream } from '../../testing/startUpstream.ts'

const attacker = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const hash = `0x${'ab'.repeat(32)}`
const unknown = 'ffffffffffffffffffffffffffffffff'
let gateway: BuyingGateway
let time = Date.now()

beforeEach(async () => {
  time = Date.now()
  // A chain on which nothing ever arrives.
  const { url } = await startUpstream({
    behave: ({ method }) => ({ result: method === 'eth_blockNumber' ? '0x1' : null }),
  })
  const folder = tempFolder()
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  gateway = await createBuyingGateway({
    rpcUrls: { 'eip155:31337': [url] },
    env: {
      ONRAMP_PROVIDERS: 'play,moonpay',
      ONRAMP_MOONPAY_KEY: 'pk',
      ONRAMP_MOONPAY_SECRET_FILE: file('secret', 'sk'),
      ONRAMP_MOONPAY_WEBHOOK_KEY_FILE: file('webhook', 'wk'),
    },
    now: () => time,
  })
})

const moonpay = (session: string, key = 'wk') => {
  const raw = JSON.stringify({
    type: 'transaction_updated',
    data: {
      id: '1',
      status: 'completed',
      externalTransactionId: session,
      walletAddress: visitor,
      cryptoTransactionId: hash,
    },
  })
  const seconds = Math.floor(time / 1000)
  const signature = createHmac('sha256', key).update(`${seconds}.${raw}`).digest('hex')
  return gateway.app.request('/v1/onramp/webhooks/moonpay', {
    method: 'POST',
    headers: { 'moonpay-signature-v2': `t=${seconds},s=${signature}` },
    body: raw,
  })
}

describe('POST /v1/onramp/webhooks/{provider}', () => {
  test('behavior: moves a session forward, and never back, whatever the order', async () => {
    const { sessionId: reference } = await gateway.buy()
    const state = async () => (await gateway.session(reference)).status
    expect(await gateway.report({ reference, status: 'working' })).toBe(204)
    expect(await state()).toBe('working')
    expect(await gateway.report({ reference, status: 'paid', hash })).toBe(204)
    for (const status of ['working', 'failed', 'expired']) {
      expect(await gateway.report({ reference, status })).toBe(204)
      expect(await gateway.session(reference)).toMatchObject({ status: 'paid', hash })
    }
  })

  test('behavior: an unknown session is answered like a known one', async () => {
    const { sessionId } = await gateway.buy()
    const answers = []
    for (const reference of [sessionId, unknown]) {
      const response = await gateway.app.request('/v1/onramp/webhooks/play', { method: 'POST', body: '{}' })
      answers.push([await gateway.report({ reference, status: 'working' }), response.status])
    }
    expect(answers[0]).toEqual(answers[1])
  })

  test('error: forged webhooks change nothing: signature, time, body, provider, session, address', async () => {
    const { sessionId: reference } = await gateway.buy()
    const untouched = await gateway.session(reference)
    const event = { reference, status: 'paid', hash }
    const attempts: [string, () => Promise<number>, number][] = [
      ['no signature', () => gateway.report(event, (webhook) => ({ ...webhook, signature: '' })), 401],
      [
        'a signature of zeros',
        () =>
          gateway.report(event, (webhook) => ({
            ...webhook,
            signature: webhook.signature.replace(/s=.*/, `s=${'0'.repeat(64)}`),
          })),
        401,
      ],
      [
        'an upper-case signature',
        () =>
          gateway.report(event, (webhook) => ({ ...webhook, signature: webhook.signature.toUpperCase() })),
        401,
      ],
      [
        'a short signature',
        () => gateway.report(event, (webhook) => ({ ...webhook, signature: webhook.signature.slice(0, -1) })),
        401,
      ],
      [
        'another time',
        () =>
          gateway.report(event, (webhook) => ({
            ...webhook,
            signature: webhook.signature.replace(/t=\d+/, `t=${Math.floor(time / 1000) + 1}`),
          })),
        401,
      ],
      [
        'no time',
        () =>
          gateway.report(event, (webhook) => ({
            ...webhook,
            signature: webhook.signature.replace(/t=\d+/, 't='),
          })),
        401,
      ],
      [
        'another status',
        () =>
          gateway.report({ ...event, status: 'working' }, (webhook) => ({
            ...webhook,
            raw: webhook.raw.replace('working', 'paid'),
          })),
        401,
      ],
      [
        'another session',
        () =>
          gateway.report({ ...event, reference: unknown }, (webhook) => ({
            ...webhook,
            raw: webhook.raw.replace(unknown, reference),
          })),
        401,
      ],
      [
        'another hash',
        () => gateway.report(event, (webhook) => ({ ...webhook, raw: webhook.raw.replace('ab', 'cd') })),
        401,
      ],
      [
        'a second body',
        () => gateway.report(event, (webhook) => ({ ...webhook, raw: `${webhook.raw}${webhook.raw}` })),
        401,
      ],
      [
        'the same text written differently',
        () =>
          gateway.report(event, (webhook) => ({
            ...webhook,
            raw: webhook.raw.replace('"status"', '"st\\u0061tus"'),
          })),
        401,
      ],
      [
        'at another provider',
        () => gateway.report(event, (webhook) => ({ ...webhook, provider: 'moonpay' })),
        401,
      ],
      [
        'at no provider',
        () => gateway.report(event, (webhook) => ({ ...webhook, provider: 'constructor' })),
        404,
      ],
      ['another provider, authentic', async () => (await moonpay(reference)).status, 204],
      ['another provider, forged', async () => (await moonpay(reference, 'sk')).status, 401],
      ['the address of somebody else', () => gateway.report({ ...event, wallet: attacker }), 204],
      ['an address that is none', () => gateway.report({ ...event, wallet: 'x' }), 204],
      ['the state arrived', () => gateway.report({ ...event, status: 'arrived' }), 204],
      ['the state opened', () => gateway.report({ ...event, status: 'opened' }), 204],
      ['a state of the prototype', () => gateway.report({ ...event, status: 'constructor' }), 204],
      ['a longer session', () => gateway.report({ ...event, reference: `${reference}0` }), 204],
      [
        'a session in upper case',
        () => gateway.report({ ...event, reference: ` ${reference.toUpperCase()}` }),
        204,
      ],
      [
        'too long',
        () => gateway.report(event, (webhook) => ({ ...webhook, raw: webhook.raw + ' '.repeat(300_000) })),
        413,
      ],
    ]
    for (const [what, attempt, status] of attempts) {
      expect([what, await attempt()]).toEqual([what, status])
      expect([what, await gateway.session(reference)]).toEqual([what, untouched])
    }
  })

  test('error: every change of one character in body or signature', async () => {
    const { sessionId: reference } = await gateway.buy()
    const event = { reference, status: 'paid', hash }
    let tried = 0
    const { length } = JSON.stringify({ id: 'x'.repeat(36), wallet: visitor, ...event })
    for (let at = 0; at < length; at += 3) {
      const flip = (text: string) => text.slice(0, at) + (text[at] === '1' ? '2' : '1') + text.slice(at + 1)
      expect(await gateway.report(event, (webhook) => ({ ...webhook, raw: flip(webhook.raw) }))).toBe(401)
      tried++
      if (at >= 70) continue
      expect(
        await gateway.report(event, (webhook) => ({ ...webhook, signature: flip(webhook.signature) })),
      ).toBe(401)
      tried++
    }
    expect(tried).toBeGreaterThan(90)
    expect((await gateway.session(reference)).status).toBe('opened')
  })

  test('error: a replay, at once and after five minutes', async () => {
    const { sessionId: reference } = await gateway.buy()
    let sent = { raw: '', signature: '', provider: 'play' }
    await gateway.report({ reference, status: 'working' }, (webhook) => {
      sent = webhook
      return webhook
    })
    const { updatedAt } = await gateway.session(reference)
    time += 60_000
    expect(await gateway.report({ reference, status: 'paid' }, () => sent)).toBe(204)
    expect(await gateway.session(reference)).toMatchObject({ status: 'working', updatedAt })
    time += 5 * 60_000
    expect(await gateway.report({ reference, status: 'paid' }, () => sent)).toBe(401)
    expect((await gateway.session(reference)).status).toBe('working')
  })

  test('error: a hash that is none is not kept', async () => {
    const { sessionId: reference } = await gateway.buy()
    await gateway.report({ reference, status: 'paid', hash: '<script>' })
    expect(await gateway.session(reference)).toMatchObject({ status: 'paid', hash: null })
  })

  test('behavior: without a sign of the provider a session expires after a day, a working one after a week', async () => {
    const { sessionId } = await gateway.buy()
    const { sessionId: reference } = await gateway.buy()
    await gateway.report({ reference, status: 'working' })
    time += 24 * 3_600_000
    await gateway.services.modules.onramp.watch.run()
    expect((await gateway.session(sessionId)).status).toBe('expired')
    expect((await gateway.session(reference)).status).toBe('working')
    time += 6 * 24 * 3_600_000
    await gateway.services.modules.onramp.watch.run()
    expect((await gateway.session(reference)).status).toBe('expired')
    // The provider may still pay.
    await gateway.report({ reference, status: 'paid', hash })
    expect((await gateway.session(reference)).status).toBe('paid')
  })
})
