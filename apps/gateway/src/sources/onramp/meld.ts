import { onrampHosts } from '@portico/protocol/gateway'
import * as z from 'zod/mini'
import type { SendJson } from '../../infra/egress/createSendJson.ts'
import { createOnrampClient } from './createOnrampClient.ts'
import type { OnrampEvent, OnrampProvider } from './OnrampProvider.ts'
import { decimal } from './onrampSchemas.ts'
import { parseJson } from './parseJson.ts'
import { readAsset } from './readAsset.ts'
import { toChain } from './toChain.ts'
import { toUnits } from './toUnits.ts'
import { verifySignature } from './verifySignature.ts'

const optional = <Schema extends z.ZodMiniType>(schema: Schema) => z.optional(z.nullable(schema))
const cryptoCurrencies = z.array(
  z.object({
    currencyCode: z.string().check(z.maxLength(40)),
    name: z.string(),
    chainCode: optional(z.string()),
    chainName: optional(z.string()),
    chainId: optional(z.union([z.string(), z.number()])),
    contractAddress: optional(z.string()),
  }),
)
const limits = z.array(z.object({ currencyCode: z.string(), minimumAmount: decimal, maximumAmount: decimal }))
const quotes = z.object({
  quotes: optional(
    z.array(
      z.object({
        serviceProvider: z.string().check(z.regex(/^[\w-]{1,64}$/)),
        destinationAmount: decimal,
        totalFee: decimal,
        networkFee: optional(decimal),
        transactionFee: optional(decimal),
        paymentMethodType: optional(z.string().check(z.maxLength(60))),
      }),
    ),
  ),
})
const widget = z.object({ widgetUrl: z.string() })
const webhook = z.object({
  eventType: z.string(),
  eventId: z.string().check(z.minLength(1), z.maxLength(100)),
  payload: z.object({ externalSessionId: optional(z.string().check(z.maxLength(100))) }),
})
const states: Readonly<Record<string, OnrampEvent['status']>> = {
  TRANSACTION_CRYPTO_PENDING: 'working',
  TRANSACTION_CRYPTO_TRANSFERRING: 'working',
  TRANSACTION_CRYPTO_COMPLETE: 'paid',
  TRANSACTION_CRYPTO_FAILED: 'failed',
}
/** Version of the API whose documentation this follows. */
const version = '2025-03-04'

/**
 * Meld, which passes purchases on to other companies, and so quotes of each. Its webhooks name neither the payment nor the address: the
 * gateway finds the payment itself.
 *
 * @param webhookUrl URL of the webhook as it is registered at Meld: it is part of what is signed.
 * @see https://docs.meld.io/reference/crypto-quote-get
 * @see https://docs.meld.io/docs/webhook-events
 */
export function meld({
  key,
  webhookSecret,
  webhookUrl,
  isSandbox,
  apiUrl = isSandbox ? 'https://api-sb.meld.io' : 'https://api.meld.io',
  sendJson,
}: {
  key: string
  webhookSecret: string
  webhookUrl: string
  isSandbox: boolean
  apiUrl?: string | undefined
  sendJson: SendJson
}): OnrampProvider {
  const call = createOnrampClient({ name: 'Meld', url: apiUrl, sendJson })
  const headers = { authorization: `BASIC ${key}`, 'meld-version': version }
  return {
    id: 'meld',
    name: 'Meld',
    quotes: true,
    reports: true,
    serves: () => true,
    cost: 1,
    rate: null,
    hosts: onrampHosts.meld[isSandbox ? 'sandbox' : 'live'],
    async options({ country, deadline }) {
      const query = new URLSearchParams({ accountFilter: 'true', ...(country ? { countries: country } : {}) })
      const [assets, fiats] = await Promise.all([
        call({
          method: 'GET',
          path: `/service-providers/properties/crypto-currencies?${query}`,
          headers,
          schema: cryptoCurrencies,
          deadline,
        }),
        call({
          method: 'GET',
          path: `/service-providers/limits/fiat-currency-purchases?${query}`,
          headers,
          schema: limits,
          deadline,
        }),
      ])
      return {
        assets: assets.flatMap(({ currencyCode, name, chainCode, chainName, chainId, contractAddress }) => {
          const chain = toChain({ chainId, name: chainCode })
          const asset = chain && readAsset({ chain, address: contractAddress })
          // Codes of tokens on further networks end in the network, such as `USDC_BASE`.
          const symbol = currencyCode.split('_')[0] ?? currencyCode
          const networkName = chainName ?? chainCode ?? ''
          return asset ? [{ ...asset, symbol, name, code: currencyCode, networkName }] : []
        }),
        fiats: fiats.map(({ currencyCode, minimumAmount, maximumAmount }) => ({
          code: currencyCode,
          limits: [{ method: 'any', min: minimumAmount, max: maximumAmount }],
        })),
      }
    },
    async quote({ asset, fiat, amount, country, subdivision, method, deadline }) {
      const body = {
        countryCode: country ?? 'US',
        ...(subdivision === undefined ? {} : { subdivision }),
        sourceCurrencyCode: fiat,
        sourceAmount: amount,
        destinationCurrencyCode: asset.code,
        ...(method === undefined || method === 'any' ? {} : { paymentMethodType: method }),
      }
      const path = '/payments/crypto/quote'
      const found = await call({ method: 'POST', path, headers, body, schema: quotes, deadline })
      return (found.quotes ?? [])
        .map(
          ({
            serviceProvider: id,
            destinationAmount,
            totalFee,
            networkFee,
            transactionFee,
            paymentMethodType,
          }) => ({
            via: { id, name: toName(id) },
            receives: destinationAmount,
            networkFee: networkFee ?? null,
            transactionFee: transactionFee ?? null,
            totalFee,
            method: paymentMethodType ?? null,
          }),
        )
        .toSorted((a, b) => (toUnits(a.receives) < toUnits(b.receives) ? 1 : -1))
    },
    async session({ id, wallet, asset, fiat, amount, country, method, redirectUrl, via, locked, deadline }) {
      const body = {
        sessionType: 'BUY',
        externalSessionId: id,
        sessionData: {
          walletAddress: wallet,
          countryCode: country ?? 'US',
          sourceCurrencyCode: fiat,
          sourceAmount: amount,
          destinationCurrencyCode: asset.code,
          // The address is the visitor's: nobody changes it on the way.
          lockFields: [...new Set(['walletAddress', 'destinationCurrencyCode', ...locked])],
          ...(via === undefined ? {} : { serviceProvider: via }),
          ...(method === undefined || method === 'any' ? {} : { paymentMethodType: method }),
          ...(redirectUrl === undefined ? {} : { redirectUrl }),
        },
      }
      const path = '/crypto/session/widget'
      return (await call({ method: 'POST', path, headers, body, schema: widget, deadline })).widgetUrl
    },
    async readWebhook({ raw, header, now }) {
      const time = header('meld-signature-timestamp') ?? ''
      const signature = (header('meld-signature') ?? '').replace(/=+$/, '')
      const at = /^\d{1,12}$/.test(time) ? Number(time) * 1000 : Date.parse(time)
      const text = `${time}.${webhookUrl}.${raw}`
      if (!verifySignature({ secret: webhookSecret, text, signature, encoding: 'base64url', at, now }))
        return undefined
      const { eventType, eventId, payload } = webhook.safeParse(parseJson(raw)).data ?? {}
      const status =
        eventType !== undefined && Object.hasOwn(states, eventType) ? states[eventType] : undefined
      if (eventId === undefined || !payload?.externalSessionId || status === undefined) return 'ignored'
      return { id: eventId, session: payload.externalSessionId, status, hash: undefined, wallet: undefined }
    },
  }
}

/** Writes the ID of a company, such as `BANXA`, as a name. */
function toName(id: string): string {
  return id.charAt(0).toUpperCase() + id.slice(1).toLowerCase()
}
