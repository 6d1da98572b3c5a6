import type { OnrampTemplate } from '../../infra/config/OnrampConfig.ts'
import type { OnrampAsset, OnrampProvider, OnrampSessionQuery } from './OnrampProvider.ts'
import { readAsset } from './readAsset.ts'

/** The placeholders of a template, and what they become. */
const placeholders: Readonly<Record<string, (query: OnrampSessionQuery) => string>> = {
  address: ({ wallet }) => wallet,
  symbol: ({ asset }) => asset.symbol,
  code: ({ asset }) => asset.code,
  chain: ({ asset }) => asset.chain,
  reference: ({ asset }) => asset.chain.slice(asset.chain.indexOf(':') + 1),
  token: ({ asset }) => asset.token ?? '',
  currency: ({ fiat }) => fiat,
  amount: ({ amount }) => amount,
  country: ({ country }) => country ?? '',
  redirect: ({ redirectUrl }) => redirectUrl ?? '',
  session: ({ id }) => id,
}

/**
 * A provider without an interface to this gateway: its page is opened with a URL that the operator has written. It quotes nothing and
 * reports nothing; the gateway watches the chain for the money.
 */
export function urlTemplate({ id, template }: { id: string; template: OnrampTemplate }): OnrampProvider {
  const assets: OnrampAsset[] = template.assets.flatMap(({ chain, token, symbol, name, code }) => {
    const asset = readAsset({ chain, address: token })
    return asset ? [{ ...asset, symbol, name: name ?? symbol, code: code ?? symbol, networkName: chain }] : []
  })
  return {
    id,
    name: template.name,
    quotes: false,
    reports: false,
    serves: () => true,
    cost: 0,
    rate: null,
    hosts: [new URL(template.url.replaceAll(/\{\w+\}/g, 'x')).host],
    options: async ({ country }) =>
      template.countries && !(country && template.countries.includes(country))
        ? { assets: [], fiats: [] }
        : { assets, fiats: template.currencies.map((code) => ({ code, limits: [] })) },
    quote: async () => [],
    session: async (query) =>
      template.url.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
        encodeURIComponent(Object.hasOwn(placeholders, name) ? (placeholders[name]?.(query) ?? '') : ''),
      ),
    readWebhook: async () => undefined,
  }
}
