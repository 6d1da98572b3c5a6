import { createHmac, generateKeyPairSync, verify } from 'node:crypto'
import { SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { testOnrampProvider } from '../../testing/testOnrampProvider.ts'
import { coinbase } from './coinbase.ts'
import { meld } from './meld.ts'
import { moonpay } from './moonpay.ts'
import { playMoney } from './playMoney.ts'
import { readCdpSecret } from './readCdpSecret.ts'
import { transak } from './transak.ts'
import { urlTemplate } from './urlTemplate.ts'

const wallet = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const session = '00112233445566778899aabbccddeeff'
const usdc = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const base = { chain: 'eip155:8453' as const, token: usdc.toLowerCase(), symbol: 'USDC', name: 'USD Coin' }
const hmac = (secret: string, text: string, encoding: 'hex' | 'base64' | 'base64url' = 'hex') =>
  createHmac('sha256', secret).update(text).digest(encoding)
const seconds = (at: number) => Math.floor(at / 1000)

/** Fails like an API without the right credentials. */
function require(condition: unknown): asserts condition {
  if (!condition) throw new Error('not authorized')
}

testOnrampProvider({
  name: 'moonpay',
  create: ({ apiUrl, sendJson }) =>
    moonpay({
      key: 'pk_live_1',
      secret: 'sk_live_1',
      webhookKey: 'wk_1',
      isSandbox: false,
      apiUrl,
      sendJson,
    }),
  answer({ path, query }) {
    require(query.get('apiKey') === 'pk_live_1')
    if (path === '/v3/currencies')
      return [
        { type: 'fiat', code: 'eur', name: 'Euro', minBuyAmount: 20, maxBuyAmount: 30000 },
        {
          type: 'crypto',
          code: 'usdc_base',
          name: 'USD Coin',
          isSuspended: false,
          notAllowedCountries: ['KP'],
          minBuyAmount: null,
          metadata: { contractAddress: usdc, chainId: '8453', networkCode: 'base' },
        },
        {
          type: 'crypto',
          code: 'doge',
          name: 'Dogecoin',
          metadata: { chainId: null, networkCode: 'dogecoin' },
        },
      ]
    if (path !== '/v3/currencies/usdc_base/buy_quote') return undefined
    require(query.get('areFeesIncluded') === 'true' && query.get('baseCurrencyAmount') === '100')
    return { quoteCurrencyAmount: 103.2175, feeAmount: 3.99, extraFeeAmount: 0, networkFeeAmount: 0.01 }
  },
  expected: {
    asset: { ...base, code: 'usdc_base', networkName: 'base' },
    fiat: { code: 'EUR', limits: [{ method: 'any', min: '20', max: '30000' }] },
    offer: { receives: '103.2175', networkFee: '0.01', transactionFee: '3.99', totalFee: '4', method: null },
    page: {
      apiKey: 'pk_live_1',
      currencyCode: 'usdc_base',
      walletAddress: wallet,
      externalTransactionId: session,
      baseCurrencyAmount: '100',
      redirectURL: 'https://shop.example/back',
    },
  },
  reports: { hash: true, wallet: true },
  sign({ id, session, status, hash, wallet, at, isForged }) {
    const state = { working: 'pending', paid: 'completed', failed: 'failed' }[status]
    const raw = JSON.stringify({
      type: 'transaction_updated',
      data: {
        id,
        status: state,
        cryptoTransactionId: hash,
        walletAddress: wallet,
        externalTransactionId: session,
      },
    })
    const time = seconds(at)
    const signature = hmac(isForged ? 'wk_2' : 'wk_1', `${time}.${raw}`)
    return { raw, headers: { 'moonpay-signature-v2': `t=${time},s=${signature}` } }
  },
})

const meldWebhookUrl = 'https://gateway.example/v1/onramp/webhooks/meld'
testOnrampProvider({
  name: 'meld',
  create: ({ apiUrl, sendJson }) =>
    meld({
      ...{ key: 'WQ5:secret', webhookSecret: 'whs_1', webhookUrl: meldWebhookUrl, isSandbox: false },
      ...{ apiUrl, sendJson },
    }),
  answer({ path, headers, body, query }) {
    require(headers.authorization === 'BASIC WQ5:secret' && headers['meld-version'])
    if (path === '/service-providers/properties/crypto-currencies') {
      require(query.get('countries') === 'DE')
      return [
        {
          currencyCode: 'USDC_BASE',
          name: 'USD Coin',
          chainCode: 'BASE',
          chainName: 'Base',
          chainId: '8453',
          contractAddress: usdc,
        },
        { currencyCode: 'BTC', name: 'Bitcoin', chainCode: 'BTC', chainName: 'Bitcoin', chainId: null },
      ]
    }
    if (path === '/service-providers/limits/fiat-currency-purchases')
      return [{ currencyCode: 'EUR', defaultAmount: 200, minimumAmount: 10, maximumAmount: 7500.5 }]
    if (path === '/payments/crypto/quote') {
      expect(body).toEqual({
        countryCode: 'DE',
        sourceCurrencyCode: 'EUR',
        sourceAmount: '100',
        destinationCurrencyCode: 'USDC_BASE',
      })
      const quote = { networkFee: 0.02, transactionFee: 2.5, paymentMethodType: 'CREDIT_DEBIT_CARD' }
      return {
        quotes: [
          { ...quote, serviceProvider: 'BANXA', destinationAmount: 101.1, totalFee: 4.1 },
          { ...quote, serviceProvider: 'UNLIMIT', destinationAmount: 102.25, totalFee: 2.52 },
        ],
      }
    }
    if (path !== '/crypto/session/widget') return undefined
    expect(body).toMatchObject({
      sessionType: 'BUY',
      externalSessionId: session,
      sessionData: {
        walletAddress: wallet,
        serviceProvider: 'UNLIMIT',
        countryCode: 'DE',
        sourceAmount: '100',
      },
    })
    return { id: '1', widgetUrl: 'https://meldcrypto.com/?token=abc', token: 'abc' }
  },
  answerPage: (widgetUrl) => ({ id: '1', widgetUrl }),
  expected: {
    asset: { ...base, code: 'USDC_BASE', networkName: 'Base' },
    fiat: { code: 'EUR', limits: [{ method: 'any', min: '10', max: '7500.5' }] },
    offer: {
      via: { id: 'UNLIMIT', name: 'Unlimit' },
      receives: '102.25',
      networkFee: '0.02',
      transactionFee: '2.5',
      totalFee: '2.52',
      method: 'CREDIT_DEBIT_CARD',
    },
    page: { token: 'abc' },
  },
  reports: { hash: false, wallet: false },
  sign({ id, session, status, at, isForged }) {
    const state = { working: 'PENDING', paid: 'COMPLETE', failed: 'FAILED' }[status]
    const raw = JSON.stringify({
      eventType: `TRANSACTION_CRYPTO_${state}`,
      eventId: id,
      payload: { externalSessionId: session, paymentTransactionStatus: 'SETTLED' },
    })
    const time = String(seconds(at))
    const signature = hmac(isForged ? 'whs_2' : 'whs_1', `${time}.${meldWebhookUrl}.${raw}`, 'base64url')
    return { raw, headers: { 'meld-signature': `${signature}=`, 'meld-signature-timestamp': time } }
  },
})

const accessToken = 'an-access-token-of-transak'
testOnrampProvider({
  name: 'transak',
  create: ({ apiUrl, sendJson, now }) =>
    transak({
      key: 'api-key',
      secret: 'api-secret',
      isSandbox: false,
      apiUrl,
      gatewayUrl: apiUrl,
      sendJson,
      now,
    }),
  answer({ path, headers, body, query }) {
    if (path === '/partners/api/v2/refresh-token') {
      require(headers['api-secret'] === 'api-secret')
      expect(body).toEqual({ apiKey: 'api-key' })
      return { data: { accessToken, expiresAt: Date.parse('2026-12-05T12:00:00Z') / 1000 } }
    }
    if (path === '/api/v2/currencies/crypto-currencies')
      return {
        response: [
          {
            symbol: 'USDC',
            name: 'USD Coin',
            address: usdc,
            isAllowed: true,
            network: { name: 'base', chainId: '8453' },
          },
        ],
      }
    if (path === '/api/v2/currencies/fiat-currencies')
      return {
        response: [
          {
            symbol: 'EUR',
            supportingCountries: ['DE', 'FR'],
            paymentOptions: [
              { id: 'sepa_bank_transfer', isActive: true, minAmount: 5, maxAmount: 5000 },
              { id: 'off', isActive: false, minAmount: 1, maxAmount: 2 },
            ],
          },
        ],
      }
    if (path === '/api/v1/pricing/public/quotes') {
      require(query.get('partnerApiKey') === 'api-key' && query.get('network') === 'base')
      return {
        response: {
          quoteId: '1',
          cryptoAmount: 104.07,
          totalFee: 3.3,
          paymentMethod: 'credit_debit_card',
          feeBreakdown: [
            { id: 'transak_fee', name: 'Transak fee', value: 3 },
            { id: 'network_fee', name: 'Network fee', value: 0.3 },
          ],
        },
      }
    }
    if (path !== '/api/v2/auth/session') return undefined
    require(headers['access-token'] === accessToken)
    expect(body).toMatchObject({
      widgetParams: {
        ...{
          apiKey: 'api-key',
          referrerDomain: 'shop.example',
          walletAddress: wallet,
          partnerOrderId: session,
        },
        ...{ disableWalletAddressForm: true, cryptoCurrencyCode: 'USDC', network: 'base', fiatAmount: '100' },
      },
    })
    return { data: { widgetUrl: 'https://global.transak.com?apiKey=api-key&sessionId=s1' } }
  },
  answerPage: (widgetUrl) => ({ data: { widgetUrl } }),
  expected: {
    asset: { ...base, code: 'USDC/base', networkName: 'base' },
    fiat: { code: 'EUR', limits: [{ method: 'sepa_bank_transfer', min: '5', max: '5000' }] },
    offer: {
      receives: '104.07',
      networkFee: '0.3',
      transactionFee: '3',
      totalFee: '3.3',
      method: 'credit_debit_card',
    },
    page: { apiKey: 'api-key', sessionId: 's1' },
  },
  reports: { hash: true, wallet: true },
  async sign({ id, session, status, hash, wallet, at, isForged }) {
    const eventID = { working: 'ORDER_PROCESSING', paid: 'ORDER_COMPLETED', failed: 'ORDER_FAILED' }[status]
    const webhookData = { id, partnerOrderId: session, transactionHash: hash, walletAddress: wallet }
    const data = await new SignJWT({ eventID, webhookData })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuedAt(seconds(at))
      .sign(new TextEncoder().encode(isForged ? 'another-access-token' : accessToken))
    return { raw: JSON.stringify({ data }), headers: {} }
  },
})

const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const ed25519Secret = Buffer.concat([
  privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32),
  publicKey.export({ format: 'der', type: 'spki' }).subarray(-32),
]).toString('base64')

/** Checks the token of a request as Coinbase documents it. */
function requireCdpToken(header: unknown, method: string, path: string): void {
  const [head = '', body = '', signature = ''] = String(header).replace('Bearer ', '').split('.')
  const bytes = Buffer.from(signature, 'base64url')
  require(verify(null, Buffer.from(`${head}.${body}`), publicKey, bytes))
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString())
  require(claims.iss === 'cdp' && claims.sub === 'key-id' && claims.exp - claims.nbf === 120)
  require(/^[A-Z]+ 127\.0\.0\.1:\d+\//.test(claims.uris[0]) && claims.uris[0].startsWith(`${method} `))
  require(claims.uris[0].endsWith(path))
}

testOnrampProvider({
  name: 'coinbase',
  create: ({ apiUrl, sendJson, now }) =>
    coinbase({
      key: { id: 'key-id', privateKey: readCdpSecret(ed25519Secret) },
      webhookSecret: 'hook-secret',
      ...{ apiUrl, sendJson, now },
    }),
  answer({ method, path, headers, body, query }) {
    requireCdpToken(headers.authorization, method, path)
    if (path === '/onramp/v1/buy/options') {
      require(query.get('country') === 'DE')
      return {
        payment_currencies: [{ id: 'EUR', limits: [{ id: 'CARD', min: '2', max: '500.25' }] }],
        purchase_currencies: [
          {
            id: 'uuid',
            name: 'USD Coin',
            symbol: 'USDC',
            networks: [{ name: 'base', display_name: 'Base', contract_address: usdc, chain_id: '8453' }],
          },
        ],
      }
    }
    if (path === '/onramp/v1/buy/quote') {
      expect(body).toMatchObject({ purchaseCurrency: 'USDC', purchaseNetwork: 'base', paymentAmount: '100' })
      const money = (value: string, currency: string) => ({ value, currency })
      return {
        payment_total: money('100', 'EUR'),
        purchase_amount: money('105.5', 'USDC'),
        coinbase_fee: money('2.1', 'EUR'),
        network_fee: money('0.05', 'EUR'),
        quote_id: 'q',
      }
    }
    if (path !== '/onramp/v1/token') return undefined
    expect(body).toEqual({
      addresses: [{ address: wallet, blockchains: ['base'] }],
      assets: ['USDC'],
      clientIp: '203.0.113.7',
    })
    return { token: 'one-time-token', channel_id: '' }
  },
  expected: {
    asset: { ...base, code: 'USDC/base', networkName: 'Base' },
    fiat: { code: 'EUR', limits: [{ method: 'CARD', min: '2', max: '500.25' }] },
    offer: { receives: '105.5', networkFee: '0.05', transactionFee: '2.1', totalFee: '2.15', method: 'CARD' },
    page: { sessionToken: 'one-time-token', partnerUserRef: session, defaultNetwork: 'base' },
  },
  reports: { hash: true, wallet: true },
  sign({ id, session, status, hash, wallet, at, isForged }) {
    const type = { working: 'updated', paid: 'success', failed: 'failed' }[status]
    const raw = JSON.stringify({
      eventType: `onramp.transaction.${type}`,
      transactionId: id,
      txHash: hash,
      walletAddress: wallet,
      partnerUserRef: session,
    })
    const time = seconds(at)
    const signature = hmac(isForged ? 'other-secret' : 'hook-secret', `${time}.${raw}`)
    return { raw, headers: { 'x-hook0-signature': `t=${time},v0=${signature}` } }
  },
})

testOnrampProvider({
  name: 'template',
  create: () =>
    urlTemplate({
      id: 'acme',
      template: {
        name: 'Acme Pay',
        url: 'https://buy.acme.example/start?to={address}&coin={symbol}&net={reference}&pay={amount}{currency}&id={session}&{nothing}',
        assets: [{ chain: 'eip155:8453', token: usdc, symbol: 'USDC', name: 'USD Coin' }],
        currencies: ['EUR'],
        countries: ['DE'],
      },
    }),
  answer: () => undefined,
  expected: {
    asset: { ...base, code: 'USDC', networkName: 'eip155:8453' },
    fiat: { code: 'EUR', limits: [] },
    offer: undefined,
    page: { to: wallet, coin: 'USDC', net: '8453', pay: '100EUR', id: session },
  },
})

describe('playMoney', () => {
  test('behavior: its signatures are those of apps/devnet, which onramp.flow.test.ts uses', async () => {
    const provider = playMoney({
      url: 'http://localhost:4410',
      secret: 's',
      sendJson: async () => ({ status: 500, body: {} }),
    })
    const now = Date.now()
    const raw = JSON.stringify({ id: '1', reference: session, status: 'paid', hash: null, wallet })
    const time = seconds(now)
    const header = () => `t=${time},s=${hmac('s', `${time}.${raw}`)}`
    expect(await provider.readWebhook({ raw, header, now })).toMatchObject({ session, status: 'paid' })
    expect(await provider.readWebhook({ raw: `${raw} `, header, now })).toBeUndefined()
  })
})

describe('moonpay', () => {
  test('behavior: signs the query of its page, which ends in the signature', async () => {
    const provider = moonpay({
      ...{ key: 'pk', secret: 'sk', webhookKey: 'wk', isSandbox: true },
      sendJson: async () => ({ status: 500, body: {} }),
    })
    const asset = { ...base, code: 'usdc_base', networkName: 'base' }
    const url = await provider.session({
      ...{
        id: session,
        wallet,
        via: undefined,
        redirectUrl: undefined,
        ip: '',
        origin: 'https://shop.example',
      },
      ...{ country: 'DE', subdivision: undefined, asset, fiat: 'EUR', amount: '100', method: undefined },
      ...{ locked: [], deadline: 0 },
    })
    const [signed = '', signature = ''] = url.split('&signature=')
    expect(new URL(url).host).toBe('buy-sandbox.moonpay.com')
    expect(decodeURIComponent(signature)).toBe(hmac('sk', new URL(signed).search, 'base64'))
  })
})

describe('readCdpSecret', () => {
  test('behavior: reads keys for ECDSA, in PEM, too', () => {
    const pem = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
      format: 'pem',
      type: 'sec1',
    })
    expect(readCdpSecret(String(pem).replaceAll('\n', '\\n')).asymmetricKeyType).toBe('ec')
  })

  test.each(['', 'secret', Buffer.alloc(32).toString('base64'), '-----BEGIN EC PRIVATE KEY-----'])(
    'error: %j',
    (secret) => {
      expect(() => readCdpSecret(secret)).toThrow('It is neither a key in PEM nor 64 bytes in base64.')
    },
  )
})
