import { describe, expect, test } from 'vitest'
import { codeOf } from '../../../testing/codeOf.ts'
import { gatewayOrigin, newWallet, walletOrigin } from '../../../testing/createWalletClient.ts'
import { createWalletGateway } from '../../../testing/createWalletGateway.ts'

describe('CORS, content types and sizes', () => {
  const paths: [string, string][] = [
    ['POST', '/wallet/v1/sessions'],
    ['POST', '/wallet/v1/sessions/refresh'],
    ['GET', '/wallet/v1/sessions'],
    ['GET', '/wallet/v1/wallet'],
    ['POST', '/wallet/v1/wallets'],
    ['POST', '/wallet/v1/wallets/w/slots/s/share'],
    ['DELETE', '/wallet/v1/sessions/current'],
    ['POST', '/wallet/v1/nonces'],
  ]
  const origins = [
    'https://evil.example',
    'http://localhost:4400',
    'http://wallet.localhost:4400',
    'https://wallet.localhost:4402',
    'http://wallet.localhost',
    'http://wallet.localhost:4402.evil.example',
    'http://evil.wallet.localhost:4402',
    'null',
    'file://',
    'http://WALLET.localhost:4402',
  ]
  const types = [
    'application/json',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    '',
  ]

  test(`behavior: of ${paths.length * (origins.length + 1) * types.length} combinations, only JSON requests of the wallet site are accepted`, async () => {
    const { app, device } = await createWalletGateway()
    const owner = await device()
    await owner.login()
    let combinations = 0
    for (const [method, path] of paths)
      for (const origin of [...origins, walletOrigin])
        for (const type of types) {
          combinations += 1
          const response = await app.request(`http://localhost:4401${path}`, {
            method,
            headers: { origin, ...(type ? { 'content-type': type } : {}) },
            ...(method === 'POST' ? { body: '{}' } : {}),
          })
          const code = await codeOf(response)
          const cors = response.headers.get('access-control-allow-origin')
          expect(response.headers.get('access-control-allow-credentials')).toBeNull()
          expect(response.headers.get('vary')).toContain('Origin')
          if (origin !== walletOrigin)
            expect([origin, code, cors]).toEqual([origin, 'origin-not-allowed', null])
          else {
            expect(cors).toBe(walletOrigin)
            if (method === 'POST' && type !== 'application/json')
              expect([type, code]).toEqual([type, 'json-expected'])
            else expect(code).toMatch(/missing|invalid-request/)
          }
        }
    expect(combinations).toBeGreaterThanOrEqual(200)
    for (const origin of origins) {
      const preflight = await app.request('/wallet/v1/sessions', { method: 'OPTIONS', headers: { origin } })
      expect(preflight.headers.get('access-control-allow-origin')).toBeNull()
    }
    const own = await app.request('/wallet/v1/sessions', {
      method: 'OPTIONS',
      headers: { origin: walletOrigin },
    })
    expect(own.headers.get('access-control-allow-origin')).toBe(walletOrigin)
  })

  test.each([
    { 'sec-fetch-mode': 'no-cors' },
    { 'sec-fetch-mode': 'navigate' },
    { 'sec-fetch-site': 'cross-site', origin: undefined },
  ])('error: refuses a browser request with the headers %o', async (headers) => {
    const { device } = await createWalletGateway()
    const owner = await device()
    await owner.login()
    expect(await codeOf(await owner.call('GET', '/wallet/v1/wallet', { headers }))).toBe('origin-not-allowed')
  })

  test('behavior: the wallet site may call the regular routes for any project', async () => {
    const projects = { shop: { name: 'Shop', allowedOrigins: ['https://shop.example'] } }
    const { app } = await createWalletGateway({ env: { PROJECTS: JSON.stringify(projects) } })
    const statusOf = async (path: string, init: RequestInit) => (await app.request(path, init)).status
    const ask = (origin: string) => statusOf('/v1/supported-chains?projectId=shop', { headers: { origin } })
    const body = '{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}'
    const rpc = (origin: string) =>
      statusOf('/v1?chainId=eip155:31337&projectId=shop', { method: 'POST', headers: { origin }, body })
    expect([
      await ask('https://shop.example'),
      await ask(walletOrigin),
      await ask('https://evil.example'),
    ]).toEqual([200, 200, 401])
    expect(await rpc(walletOrigin)).not.toBe(401)
    expect(await rpc('https://evil.example')).toBe(401)
  })

  test('error: refuses bodies over 100 KiB and unknown fields', async () => {
    const { device } = await createWalletGateway()
    const owner = await device()
    await owner.login()
    const wallet = newWallet()
    const large = { ...wallet, vault: 'A'.repeat(101 * 1024) }
    expect(await codeOf(await owner.call('POST', '/wallet/v1/wallets', { body: large }))).toBe(
      'body-too-large',
    )
    const more = { ...wallet, more: 1 }
    expect(await codeOf(await owner.call('POST', '/wallet/v1/wallets', { body: more }))).toBe(
      'invalid-request',
    )
    const two = { ...wallet, slots: wallet.slots.map((slot) => ({ ...slot, kind: 'auto' })) }
    expect(await codeOf(await owner.call('POST', '/wallet/v1/wallets', { body: two }))).toBe(
      'invalid-request',
    )
  })

  test('behavior: every route returns `embedded-off` if embedded wallets are turned off', async () => {
    const { app } = await createWalletGateway({ env: { WALLET_ORIGIN: 'off' } })
    for (const [method, path] of [
      ...paths,
      ['GET', '/wallet/v1/allowlist'],
      ['GET', '/wallet/v1/jwks'],
    ] as const) {
      const response = await app.request(path, { method })
      expect([response.status, await codeOf(response)]).toEqual([404, 'embedded-off'])
    }
  })
})

describe('proofs that a script in the page prepared for later', () => {
  test.each([
    ['POST', '/code'],
    ['DELETE', '/slots/slt_1'],
    ['POST', '/slots/slt_1/share'],
    ['DELETE', '/wallet/v1/sessions/ses_1'],
  ])('error: %s …%s needs a nonce of the server', async (method, end) => {
    const { device, now } = await createWalletGateway()
    const owner = await device()
    await owner.login()
    const { walletId } = await owner.makeWallet()
    const path = end.startsWith('/wallet/') ? end : `/wallet/v1/wallets/${walletId}${end}`
    const accessToken = owner.tokens?.accessToken
    const dpop = await owner.key.prove({ method, url: `${gatewayOrigin}${path}`, now: now(), accessToken })
    const body = method === 'POST' ? { body: {} } : {}
    const refused = await owner.call(method, path, { ...body, headers: { dpop } })
    expect(await codeOf(refused)).toBe('use-dpop-nonce')
    expect(await codeOf(await owner.call(method, path, body))).not.toBe('use-dpop-nonce')
  })
})
