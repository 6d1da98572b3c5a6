import { onrampWidgetResponse } from '@portico/protocol/gateway'
import { gatewayFetch } from '../../data/gatewayFetch.ts'
import { type Kit, track } from '../../kit.ts'
import { isProviderUrl } from './isProviderUrl.ts'
import { ProviderUrlError } from './ProviderUrlError.ts'
import type { Purchase } from './Purchase.ts'
import { paysOther } from './paysOther.ts'
import { rememberPurchase } from './purchases.ts'
import { toProviderBody } from './toProviderBody.ts'

/**
 * Starts a purchase at a provider: the gateway names the provider's page and follows the purchase. The page may be opened only
 * once.
 *
 * @throws ProviderUrlError · GatewayError (`onramp-country`, `onramp-limits`, …) · GatewayUnreachableError
 */
export async function startPurchase(
  kit: Kit,
  { provider, providerName, purchase }: { provider: string; providerName: string; purchase: Purchase },
): Promise<{ url: string; sessionId: string }> {
  const { currency, asset, amount, address } = purchase
  track(kit, 'SELECT_BUY_PROVIDER', { provider })
  const { widgetUrl, sessionId } = await gatewayFetch(kit, {
    path: '/v1/onramp/widget',
    schema: onrampWidgetResponse,
    // A request that is repeated, by a proxy for example, must not start a second purchase.
    headers: { 'idempotency-key': crypto.randomUUID() },
    body: { sessionData: { ...toProviderBody(purchase), serviceProvider: provider } },
  })
  // Of a provider that is offered through another one, the page is the other one's: `meld:BANXA`.
  const [seller = provider] = provider.split(':')
  const isKnown = isProviderUrl(widgetUrl, { provider: seller, allowed: kit.options.onrampHosts })
  if (!isKnown || paysOther(widgetUrl, [address, asset.token]))
    throw new ProviderUrlError({ provider, url: widgetUrl })
  const { symbol, chainId } = asset
  rememberPurchase(kit, {
    ...{ sessionId, provider, providerName, symbol, chainId, currency, amount },
    account: `${chainId}:${address}`,
    startedAt: Date.now(),
  })
  return { url: widgetUrl, sessionId }
}
