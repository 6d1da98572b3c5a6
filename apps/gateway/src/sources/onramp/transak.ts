import { onrampHosts } from '@portico/protocol/gateway'
import { jwtVerify } from 'jose'
import * as z from 'zod/mini'
import type { SendJson } from '../../infra/egress/createSendJson.ts'
import { createOnrampClient } from './createOnrampClient.ts'
import { createTransakToken } from './createTransakToken.ts'
import type { OnrampEvent, OnrampProvider } from './OnrampProvider.ts'
import { decimal } from './onrampSchemas.ts'
import { parseJson } from './parseJson.ts'
import { readAsset } from './readAsset.ts'
import { toChain } from './toChain.ts'

const optional = <Schema extends z.ZodMiniType>(schema: Schema) => z.optional(z.nullable(schema))
const cryptoCurrencies = z.object({
  response: z.array(
    z.object({
      symbol: z.string().check(z.maxLength(40)),
      name: z.string(),
      address: optional(z.string()),
      isAllowed: optional(z.boolean()),
      network: z.object({ name: z.string(), chainId: optional(z.union([z.string(), z.number()])) }),
    }),
  ),
})
const fiatCurrencies = z.object({
  response: z.array(
    z.object({
      symbol: z.string(),
      supportingCountries: optional(z.array(z.string())),
      paymentOptions: z.array(
        z.object({
          id: z.string().check(z.maxLength(60)),
          isActive: optional(z.boolean()),
          minAmount: optional(decimal),
          maxAmount: optional(decimal),
        }),
      ),
    }),
  ),
})
const quote = z.object({
  response: z.object({
    cryptoAmount: decimal,
    totalFee: decimal,
    paymentMethod: optional(z.string().check(z.maxLength(60))),
    feeBreakdown: optional(z.array(z.object({ id: z.string(), value: decimal }))),
  }),
})
const session = z.object({ data: z.object({ widgetUrl: z.string() }) })
const envelope = z.object({ data: z.string().check(z.maxLength(100_000)) })
const claims = z.object({
  eventID: z.string().check(z.maxLength(60)),
  createdAt: optional(z.string().check(z.maxLength(40))),
  iat: optional(z.number()),
  webhookData: z.object({
    id: z.string().check(z.maxLength(100)),
    partnerOrderId: optional(z.string().check(z.maxLength(100))),
    walletAddress: optional(z.string().check(z.maxLength(100))),
    transactionHash: optional(z.string().check(z.maxLength(100))),
  }),
})
const states: Readonly<Record<string, OnrampEvent['status']>> = {
  ORDER_CREATED: 'working',
  ORDER_PAYMENT_VERIFYING: 'working',
  ORDER_PROCESSING: 'working',
  ORDER_COMPLETED: 'paid',
  ORDER_FAILED: 'failed',
  ORDER_REFUNDED: 'failed',
  ORDER_CANCELLED: 'failed',
  ORDER_EXPIRED: 'expired',
}
const toleranceMs = 5 * 60_000

/**
 * Transak. The page opens once, within five minutes; webhooks are JWTs, signed with the access token that this process has got last.
 *
 * @see https://docs.transak.com/guides/migration-to-api-based-transak-widget-url
 * @see https://docs.transak.com/guides/how-to-decrypt-webhook-payload
 */
export function transak({
  key,
  secret,
  isSandbox,
  apiUrl = `https://api${isSandbox ? '-stg' : ''}.transak.com`,
  gatewayUrl = `https://api-gateway${isSandbox ? '-stg' : ''}.transak.com`,
  sendJson,
  now = Date.now,
}: {
  key: string
  secret: string
  isSandbox: boolean
  apiUrl?: string | undefined
  gatewayUrl?: string | undefined
  sendJson: SendJson
  now?: (() => number) | undefined
}): OnrampProvider {
  const call = createOnrampClient({ name: 'Transak', url: apiUrl, sendJson })
  const callGateway = createOnrampClient({ name: 'Transak', url: gatewayUrl, sendJson })
  const token = createTransakToken({ call, key, secret, now })
  return {
    id: 'transak',
    name: 'Transak',
    quotes: true,
    reports: true,
    serves: () => true,
    cost: 1,
    rate: null,
    hosts: onrampHosts.transak[isSandbox ? 'sandbox' : 'live'],
    async options({ country, deadline }) {
      const [crypto, fiat] = await Promise.all([
        call({
          method: 'GET',
          path: '/api/v2/currencies/crypto-currencies',
          schema: cryptoCurrencies,
          deadline,
        }),
        call({
          method: 'GET',
          path: `/api/v2/currencies/fiat-currencies?${new URLSearchParams({ apiKey: key })}`,
          schema: fiatCurrencies,
          deadline,
        }),
      ])
      return {
        assets: crypto.response.flatMap(({ symbol, name, address, isAllowed, network }) => {
          const chain = toChain({ chainId: network.chainId, name: network.name })
          const asset = chain && isAllowed !== false ? readAsset({ chain, address }) : undefined
          return asset
            ? [{ ...asset, symbol, name, code: `${symbol}/${network.name}`, networkName: network.name }]
            : []
        }),
        fiats: fiat.response
          .filter(({ supportingCountries: places }) => !country || !places || places.includes(country))
          .map(({ symbol, paymentOptions }) => ({
            code: symbol,
            limits: paymentOptions.flatMap(({ id, isActive, minAmount, maxAmount }) =>
              isActive !== false && minAmount && maxAmount
                ? [{ method: id, min: minAmount, max: maxAmount }]
                : [],
            ),
          })),
      }
    },
    async quote({ asset, fiat, amount, country, method, deadline }) {
      const [symbol = '', network = ''] = asset.code.split('/')
      const query = new URLSearchParams({
        partnerApiKey: key,
        fiatCurrency: fiat,
        cryptoCurrency: symbol,
        network,
        isBuyOrSell: 'BUY',
        fiatAmount: amount,
        paymentMethod: method ?? 'credit_debit_card',
        ...(country === undefined ? {} : { quoteCountryCode: country }),
      })
      const path = `/api/v1/pricing/public/quotes?${query}`
      const { response } = await call({ method: 'GET', path, schema: quote, deadline })
      const feeOf = (id: string) => response.feeBreakdown?.find((fee) => fee.id === id)?.value ?? null
      return [
        {
          receives: response.cryptoAmount,
          networkFee: feeOf('network_fee'),
          transactionFee: feeOf('transak_fee'),
          totalFee: response.totalFee,
          method: response.paymentMethod ?? method ?? null,
        },
      ]
    },
    async session({ id, wallet, asset, fiat, amount, country, method, redirectUrl, origin, deadline }) {
      const [symbol, network] = asset.code.split('/')
      const body = {
        widgetParams: {
          apiKey: key,
          referrerDomain: new URL(origin).host,
          productsAvailed: 'BUY',
          cryptoCurrencyCode: symbol,
          network,
          fiatCurrency: fiat,
          fiatAmount: amount,
          walletAddress: wallet,
          disableWalletAddressForm: true,
          partnerOrderId: id,
          ...(country === undefined ? {} : { countryCode: country }),
          ...(method === undefined ? {} : { paymentMethod: method }),
          ...(redirectUrl === undefined ? {} : { redirectURL: redirectUrl }),
        },
      }
      const headers = { 'access-token': await token.get(deadline) }
      const path = '/api/v2/auth/session'
      return (await callGateway({ method: 'POST', path, headers, body, schema: session, deadline })).data
        .widgetUrl
    },
    async readWebhook({ raw, now }) {
      const { data } = envelope.safeParse(parseJson(raw)).data ?? {}
      if (data === undefined) return undefined
      for (const key of token.issued()) {
        const verified = await jwtVerify(data, new TextEncoder().encode(key), {
          algorithms: ['HS256'],
          currentDate: new Date(now),
        }).catch(() => undefined)
        if (!verified) continue
        const read = claims.safeParse(verified.payload).data
        if (!read) return 'ignored'
        const { eventID, createdAt, iat, webhookData } = read
        const at = typeof iat === 'number' ? iat * 1000 : Date.parse(createdAt ?? '')
        // Without any time it could be sent again for ever.
        if (!(Math.abs(now - at) <= toleranceMs)) return undefined
        const status = Object.hasOwn(states, eventID) ? states[eventID] : undefined
        const { id, partnerOrderId, transactionHash, walletAddress } = webhookData
        if (status === undefined || !partnerOrderId) return 'ignored'
        return {
          id: [id, eventID, transactionHash].join(' '),
          session: partnerOrderId,
          status,
          hash: transactionHash ?? undefined,
          wallet: walletAddress ?? undefined,
        }
      }
      return undefined
    },
  }
}
