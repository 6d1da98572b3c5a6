import { onrampHosts } from '@portico/protocol/gateway'
import * as z from 'zod/mini'
import type { SendJson } from '../../infra/egress/createSendJson.ts'
import { addDecimals } from './addDecimals.ts'
import { camelKeys } from './camelKeys.ts'
import { createOnrampClient } from './createOnrampClient.ts'
import type { OnrampEvent, OnrampProvider } from './OnrampProvider.ts'
import { decimal } from './onrampSchemas.ts'
import { parseJson } from './parseJson.ts'
import { readAsset } from './readAsset.ts'
import { type CdpKey, signCdpToken } from './signCdpToken.ts'
import { toChain } from './toChain.ts'
import { verifySignature } from './verifySignature.ts'

const optional = <Schema extends z.ZodMiniType>(schema: Schema) => z.optional(z.nullable(schema))
/** The API writes names in both ways, so both are read. */
const inCamelCase = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.pipe(z.pipe(z.unknown(), z.transform(camelKeys)), schema)
const limits = z.array(z.object({ id: z.string().check(z.maxLength(60)), min: decimal, max: decimal }))
const options = inCamelCase(
  z.object({
    paymentCurrencies: z.array(
      z.object({ id: z.string(), limits: optional(limits), paymentMethodLimits: optional(limits) }),
    ),
    purchaseCurrencies: z.array(
      z.object({
        name: z.string(),
        symbol: z.string().check(z.maxLength(40)),
        networks: z.array(
          z.object({
            name: z.string().check(z.maxLength(60)),
            displayName: optional(z.string()),
            contractAddress: optional(z.string()),
            chainId: optional(z.union([z.string(), z.number()])),
          }),
        ),
      }),
    ),
  }),
)
const money = z.object({ value: decimal })
const quote = inCamelCase(z.object({ purchaseAmount: money, coinbaseFee: money, networkFee: money }))
const token = z.object({ token: z.string().check(z.minLength(8), z.maxLength(4096)) })
const webhook = z.object({
  eventType: z.string().check(z.maxLength(60)),
  transactionId: z.string().check(z.maxLength(100)),
  txHash: optional(z.string().check(z.maxLength(100))),
  walletAddress: optional(z.string().check(z.maxLength(100))),
  partnerUserRef: optional(z.string().check(z.maxLength(100))),
})
const states: Readonly<Record<string, OnrampEvent['status']>> = {
  'onramp.transaction.created': 'working',
  'onramp.transaction.updated': 'working',
  'onramp.transaction.success': 'paid',
  'onramp.transaction.failed': 'failed',
}

/**
 * Coinbase Onramp. Its page opens once, within five minutes, with a token for the visitor's address, network and IP address.
 *
 * @see https://docs.cdp.coinbase.com/onramp/reference
 * @see https://docs.cdp.coinbase.com/webhooks/verify-signatures
 */
export function coinbase({
  key,
  webhookSecret,
  apiUrl = 'https://api.developer.coinbase.com',
  sendJson,
  now = Date.now,
}: {
  key: CdpKey
  webhookSecret: string
  apiUrl?: string | undefined
  sendJson: SendJson
  now?: (() => number) | undefined
}): OnrampProvider {
  const call = createOnrampClient({ name: 'Coinbase', url: apiUrl, sendJson })
  const authorize = async (method: 'GET' | 'POST', path: string) => {
    const signed = await signCdpToken({ key, method, url: `${apiUrl}${path}`, now: now() })
    return { authorization: `Bearer ${signed}` }
  }
  const [host] = onrampHosts.coinbase.live
  return {
    id: 'coinbase',
    name: 'Coinbase',
    quotes: true,
    reports: true,
    serves: () => true,
    cost: 1,
    rate: 100,
    hosts: [host],
    async options({ country, subdivision, deadline }) {
      const query = new URLSearchParams({ country: country ?? 'US', ...(subdivision ? { subdivision } : {}) })
      const path = `/onramp/v1/buy/options?${query}`
      const headers = await authorize('GET', path)
      const found = await call({ method: 'GET', path, headers, schema: options, deadline })
      return {
        assets: found.purchaseCurrencies.flatMap(({ symbol, name, networks }) =>
          networks.flatMap((network) => {
            const chain = toChain({ chainId: network.chainId, name: network.name })
            const asset = chain && readAsset({ chain, address: network.contractAddress })
            const networkName = network.displayName ?? network.name
            return asset ? [{ ...asset, symbol, name, code: `${symbol}/${network.name}`, networkName }] : []
          }),
        ),
        fiats: found.paymentCurrencies.map(({ id, limits, paymentMethodLimits }) => ({
          code: id,
          limits: (limits ?? paymentMethodLimits ?? []).map(({ id: method, min, max }) => ({
            method,
            min,
            max,
          })),
        })),
      }
    },
    async quote({ asset, fiat, amount, country, subdivision, method, deadline }) {
      const [purchaseCurrency, purchaseNetwork] = asset.code.split('/')
      const body = {
        purchaseCurrency,
        purchaseNetwork,
        paymentAmount: amount,
        paymentCurrency: fiat,
        paymentMethod: method ?? 'CARD',
        country: country ?? 'US',
        ...(subdivision === undefined ? {} : { subdivision }),
      }
      const path = '/onramp/v1/buy/quote'
      const headers = await authorize('POST', path)
      const found = await call({ method: 'POST', path, headers, body, schema: quote, deadline })
      return [
        {
          receives: found.purchaseAmount.value,
          networkFee: found.networkFee.value,
          transactionFee: found.coinbaseFee.value,
          totalFee: addDecimals(found.coinbaseFee.value, found.networkFee.value),
          method: method ?? 'CARD',
        },
      ]
    },
    async session({ id, wallet, asset, fiat, amount, method, redirectUrl, ip, deadline }) {
      const [symbol = '', network = ''] = asset.code.split('/')
      const path = '/onramp/v1/token'
      const headers = await authorize('POST', path)
      // The address is in the token only: nothing in the URL can name another one.
      const body = {
        addresses: [{ address: wallet, blockchains: [network] }],
        assets: [symbol],
        clientIp: ip,
      }
      const answer = await call({ method: 'POST', path, headers, body, schema: token, deadline })
      const query = new URLSearchParams({
        sessionToken: answer.token,
        defaultAsset: symbol,
        defaultNetwork: network,
        presetFiatAmount: amount,
        fiatCurrency: fiat,
        partnerUserRef: id,
        ...(method === undefined ? {} : { defaultPaymentMethod: method }),
        ...(redirectUrl === undefined ? {} : { redirectUrl }),
      })
      return `https://${host}/buy/select-asset?${query}`
    },
    async readWebhook({ raw, header, now }) {
      const value = header('x-hook0-signature') ?? ''
      const seconds = /(?:^|,)t=(\d{1,12})(?:,|$)/.exec(value)?.[1] ?? ''
      const signature = /(?:^|,)v0=([0-9a-f]{64})(?:,|$)/.exec(value)?.[1] ?? ''
      const at = Number(seconds || Number.NaN) * 1000
      if (!verifySignature({ secret: webhookSecret, text: `${seconds}.${raw}`, signature, at, now }))
        return undefined
      const read = webhook.safeParse(parseJson(raw)).data
      const status = read && Object.hasOwn(states, read.eventType) ? states[read.eventType] : undefined
      if (!read?.partnerUserRef || status === undefined) return 'ignored'
      const { transactionId, eventType, txHash, walletAddress, partnerUserRef } = read
      return {
        id: [transactionId, eventType, txHash].join(' '),
        session: partnerUserRef,
        status,
        // `0x` while there is no payment.
        hash: txHash && txHash.length > 2 ? txHash : undefined,
        wallet: walletAddress || undefined,
      }
    },
  }
}
