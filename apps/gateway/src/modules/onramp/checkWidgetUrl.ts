import type { CaipNetworkId } from '@portico/protocol'
import { namespaceIds, namespaceOf, namespaceRules } from '../../chains/namespaceRules.ts'
import type { OnrampAsset, OnrampProvider } from '../../sources/onramp/OnrampProvider.ts'

const maxLength = 8192
/** Parameters with random or signed text, which may look like an address of Solana. */
const opaque = new Set(['signature', 'sessiontoken', 'sessionid', 'token'])

/**
 * Returns the URL of a provider's page in canonical form if a visitor may be sent there; undefined otherwise. It must be https on a
 * host of this provider, without credentials, and no address in it may be another one than that of the visitor. A provider that
 * was broken into, or an answer that was changed on its way, could otherwise lead to another page, or have another account paid.
 */
export function checkWidgetUrl({
  url: text,
  provider,
  asset,
  account,
}: {
  url: string
  provider: Pick<OnrampProvider, 'id' | 'hosts' | 'session'>
  asset: Pick<OnrampAsset, 'chain' | 'token'>
  /** Address of the visitor in canonical form. */
  account: string
}): string | undefined {
  if (text.length > maxLength || !/^https?:\/\//i.test(text) || !URL.canParse(text)) return undefined
  const url = new URL(text)
  // `hosts` of the local provider has a port, and is not used in production.
  const isSafe = url.protocol === 'https:' || provider.id === 'play'
  if (!isSafe || url.username !== '' || url.password !== '' || !provider.hosts.includes(url.host))
    return undefined
  const isOwn = (value: string) => value === account || value === asset.token
  return addressesIn(url, asset.chain).every(isOwn) ? url.href : undefined
}

/** Returns the addresses in a URL that could be a recipient on the network, in canonical form. */
function addressesIn(url: URL, chain: CaipNetworkId): string[] {
  const namespace = namespaceOf(chain)
  const namespaces = namespace ? [namespace] : namespaceIds
  const values = [...url.searchParams].flatMap(([name, value]) =>
    opaque.has(name.toLowerCase()) ? [] : value,
  )
  const parts = [...values, ...url.pathname.split('/'), ...url.hash.slice(1).split(/[/&=?]/)]
  return parts
    .flatMap((part) => [part, decode(part)])
    .flatMap((part) => part.split(/[^A-Za-z0-9]+/))
    .flatMap((word) => namespaces.flatMap((one) => namespaceRules[one].readAddress(word) ?? []))
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
