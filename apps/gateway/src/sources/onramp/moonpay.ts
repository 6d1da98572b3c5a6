import { createHmac } from 'node:crypto'
import { onrampHosts } from '@portico/protocol/gateway'
import * as z from 'zod/mini'
import type { SendJson } from '../../infra/egress/createSendJson.ts'
import { addDecimals } from './addDecimals.ts'
import { createOnrampClient } from './createOnrampClient.ts'
import type { OnrampAsset, OnrampEvent, OnrampProvider } from './OnrampProvider.ts'
import { decimal } from './onrampSchemas.ts'
import { parseJson } from './parseJson.ts'
import { readAsset } from './readAsset.ts'
import { toChain } from './toChain.ts'
import { verifySignature } from './verifySignature.ts'

const optional = <Schema extends z.ZodMiniType>(schema: Schema) => z.optional(z.nullable(schema))
const currencies = z.array(
  z.object({
    type: z.string(),
    code: z.string().check(z.maxLength(40)),
    name: z.string(),
    isSuspended: optional(z.boolean()),
    notAllowedCountries: optional(z.array(z.string())),
    minBuyAmount: optional(decimal),
    maxBuyAmount: optional(decimal),
    metadata: optional(
      z.object({
        contractAddress: optional(z.string()),
        chainId: optional(z.union([z.string(), z.number()])),
        networkCode: optional(z.string()),
      }),
    ),
  }),
)
const quote = z.object({
  quoteCurrencyAmount: decimal,
  feeAmount: decimal,
  extraFeeAmount: z._default(decimal, '0'),
  networkFeeAmount: decimal,
})
const webhook = z.object({
  type: z.string(),
  data: z.object({
    id: z.string().check(z.maxLength(100)),
    status: z.string(),
    updatedAt: optional(z.string().check(z.maxLength(40))),
    cryptoTransactionId: optional(z.string().check(z.maxLength(100))),
    walletAddress: optional(z.string().check(z.maxLength(100))),
    externalTransactionId: optional(z.string().check(z.maxLength(100))),
  }),
})
const states: Readonly<Record<string, OnrampEvent['status']>> = {
  waitingPayment: 'working',
  waitingAuthorization: 'working',
  pending: 'working',
  completed: 'paid',
  failed: 'failed',
}

/**
 * MoonPay. Its page is opened with a URL that is signed with the secret key, so that a visitor cannot change the address.
 *
 * @see https://dev.moonpay.com/docs/on-ramp-enhance-security-using-signed-urls
 * @see https://dev.moonpay.com/reference/reference-webhooks-signature
 */
export function moonpay({
  key,
  secret,
  webhookKey,
  isSandbox,
  apiUrl = 'https://api.moonpay.com',
  sendJson,
}: {
  /** The publishable key, `pk_…`. */
  key: string
  /** The secret key, `sk_…`. */
  secret: string
  webhookKey: string
  isSandbox: boolean
  apiUrl?: string | undefined
  sendJson: SendJson
}): OnrampProvider {
  const call = createOnrampClient({ name: 'MoonPay', url: apiUrl, sendJson })
  const [host] = onrampHosts.moonpay[isSandbox ? 'sandbox' : 'live']
  return {
    id: 'moonpay',
    name: 'MoonPay',
    quotes: true,
    reports: true,
    serves: () => true,
    cost: 1,
    rate: null,
    hosts: [host],
    async options({ country, deadline }) {
      const path = `/v3/currencies?${new URLSearchParams({ apiKey: key })}`
      const list = await call({ method: 'GET', path, schema: currencies, deadline })
      const allowed = list.filter(
        ({ isSuspended, notAllowedCountries }) =>
          !isSuspended && !(country !== undefined && notAllowedCountries?.includes(country)),
      )
      return {
        assets: allowed.filter(({ type }) => type === 'crypto').flatMap(toAsset),
        fiats: allowed.flatMap(({ type, code, minBuyAmount, maxBuyAmount }) =>
          type === 'fiat' && minBuyAmount && maxBuyAmount
            ? [
                {
                  code: code.toUpperCase(),
                  limits: [{ method: 'any', min: minBuyAmount, max: maxBuyAmount }],
                },
              ]
            : [],
        ),
      }
    },
    async quote({ asset, fiat, amount, method, deadline }) {
      const query = new URLSearchParams({
        apiKey: key,
        baseCurrencyCode: fiat.toLowerCase(),
        baseCurrencyAmount: amount,
        areFeesIncluded: 'true',
        ...(method === undefined || method === 'any' ? {} : { paymentMethod: method }),
      })
      const path = `/v3/currencies/${encodeURIComponent(asset.code)}/buy_quote?${query}`
      const found = await call({ method: 'GET', path, schema: quote, deadline })
      const { quoteCurrencyAmount, feeAmount, extraFeeAmount, networkFeeAmount } = found
      const fee = addDecimals(feeAmount, extraFeeAmount)
      return [
        {
          receives: quoteCurrencyAmount,
          networkFee: networkFeeAmount,
          transactionFee: fee,
          totalFee: addDecimals(fee, networkFeeAmount),
          method: method ?? null,
        },
      ]
    },
    async session({ id, wallet, asset, fiat, amount, method, redirectUrl }) {
      const url = new URL(`https://${host}/`)
      url.search = new URLSearchParams({
        apiKey: key,
        currencyCode: asset.code,
        walletAddress: wallet,
        baseCurrencyCode: fiat.toLowerCase(),
        baseCurrencyAmount: amount,
        externalTransactionId: id,
        ...(method === undefined || method === 'any' ? {} : { paymentMethod: method }),
        ...(redirectUrl === undefined ? {} : { redirectURL: redirectUrl }),
      }).toString()
      const signature = createHmac('sha256', secret).update(url.search).digest('base64')
      return `${url.href}&signature=${encodeURIComponent(signature)}`
    },
    async readWebhook({ raw, header, now }) {
      const parts = /^t=(\d{1,12}),s=([0-9a-f]{64})$/.exec(header('moonpay-signature-v2') ?? '')
      if (!parts) return undefined
      const [, seconds = '', signature = ''] = parts
      const at = Number(seconds) * 1000
      if (!verifySignature({ secret: webhookKey, text: `${seconds}.${raw}`, signature, at, now }))
        return undefined
      const { data, type } = webhook.safeParse(parseJson(raw)).data ?? {}
      if (!data?.externalTransactionId || !type?.startsWith('transaction_')) return 'ignored'
      const status = Object.hasOwn(states, data.status) ? states[data.status] : undefined
      if (status === undefined) return 'ignored'
      return {
        id: [data.id, data.status, data.updatedAt, data.cryptoTransactionId].join(' '),
        session: data.externalTransactionId,
        status,
        hash: data.cryptoTransactionId ?? undefined,
        wallet: data.walletAddress ?? undefined,
      }
    },
  }
}

function toAsset({ code, name, metadata }: z.infer<typeof currencies>[number]): OnrampAsset[] {
  const { chainId, networkCode, contractAddress } = metadata ?? {}
  const chain = toChain({ chainId, name: networkCode })
  const asset = chain && readAsset({ chain, address: contractAddress })
  // Codes of tokens end in their network, such as `usdc_base`.
  const symbol = (code.split('_')[0] ?? code).toUpperCase()
  return asset ? [{ ...asset, symbol, name, code, networkName: networkCode ?? asset.chain }] : []
}
