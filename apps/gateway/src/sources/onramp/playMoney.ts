import * as z from 'zod/mini'
import type { SendJson } from '../../infra/egress/createSendJson.ts'
import { createOnrampClient } from './createOnrampClient.ts'
import type { OnrampEvent, OnrampProvider } from './OnrampProvider.ts'
import { decimal } from './onrampSchemas.ts'
import { parseJson } from './parseJson.ts'
import { readAsset } from './readAsset.ts'
import { verifySignature } from './verifySignature.ts'

const options = z.object({
  assets: z.array(
    z.object({
      chainId: z.string(),
      chainName: z.string(),
      token: z.nullable(z.string()),
      symbol: z.string(),
      name: z.string(),
    }),
  ),
  currencies: z.array(z.object({ code: z.string(), minimum: decimal, maximum: decimal })),
})
const quote = z.object({ receives: decimal, networkFee: decimal, serviceFee: decimal, totalFee: decimal })
const event = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(100)),
  reference: z.string(),
  status: z.enum(['working', 'paid', 'failed', 'expired']),
  hash: z.nullable(z.string().check(z.maxLength(100))),
  wallet: z.string().check(z.maxLength(100)),
})

/** The provider of `apps/devnet`, which is paid in play money. Only for development. */
export function playMoney({
  url,
  secret,
  sendJson,
}: {
  /** Of the local provider, without a trailing slash. */
  url: string
  secret: string
  sendJson: SendJson
}): OnrampProvider {
  const call = createOnrampClient({ name: 'Play money', url, sendJson })
  const headers = { authorization: `Bearer ${secret}` }
  return {
    id: 'play',
    name: 'Play money',
    quotes: true,
    reports: true,
    serves: () => true,
    cost: 1,
    rate: null,
    hosts: [new URL(url).host],
    async options({ deadline }) {
      const found = await call({ method: 'GET', path: '/api/options', schema: options, deadline })
      return {
        assets: found.assets.flatMap(({ chainId, chainName, token, symbol, name }) => {
          const asset = readAsset({ chain: chainId, address: token })
          return asset
            ? [{ ...asset, symbol, name, code: `${chainId}/${token ?? ''}`, networkName: chainName }]
            : []
        }),
        fiats: found.currencies.map(({ code, minimum, maximum }) => ({
          code,
          limits: [{ method: 'play', min: minimum, max: maximum }],
        })),
      }
    },
    async quote({ asset, fiat, amount, deadline }) {
      const found = await call({
        method: 'POST',
        path: '/api/quotes',
        body: { chainId: asset.chain, token: asset.token ?? null, currency: fiat, amount },
        schema: quote,
        deadline,
      })
      const { receives, networkFee, serviceFee, totalFee } = found
      return [{ receives, networkFee, transactionFee: serviceFee, totalFee, method: 'play' }]
    },
    async session({ id, wallet, asset, fiat, amount, redirectUrl, deadline }) {
      const body = {
        reference: id,
        wallet,
        chainId: asset.chain,
        token: asset.token ?? null,
        currency: fiat,
        amount,
        redirectUrl: redirectUrl ?? null,
      }
      const schema = z.object({ url: z.string() })
      return (await call({ method: 'POST', path: '/api/orders', headers, body, schema, deadline })).url
    },
    async readWebhook({ raw, header, now }) {
      const [, seconds = '', signature = ''] =
        /^t=(\d{1,12}),s=([0-9a-f]{64})$/.exec(header('play-signature') ?? '') ?? []
      const at = Number(seconds || Number.NaN) * 1000
      if (!verifySignature({ secret, text: `${seconds}.${raw}`, signature, at, now })) return undefined
      const result = event.safeParse(parseJson(raw))
      if (!result.success) return 'ignored'
      const { id, reference, status, hash, wallet } = result.data
      return { id, session: reference, status, hash: hash ?? undefined, wallet } satisfies OnrampEvent
    },
  }
}
