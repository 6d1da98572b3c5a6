import type { NamespaceId } from '@portico/protocol'
import type { ConnectorDetails } from '../connectors/connector.ts'

/** An installed wallet as lists show it. Its type is `MULTI_CHAIN` if it supports several namespaces. */
export interface InstalledWallet extends ConnectorDetails {
  /** Its connectors, one per namespace, in the order of the list. Never empty. */
  members: readonly ConnectorDetails[]
}

/**
 * The properties by which two connectors are the same wallet, the most reliable first. Any wallet can copy a name.
 */
const matchers: readonly ((connector: ConnectorDetails) => string | undefined)[] = [
  ({ id }) => id,
  ({ rdns }) => rdns,
  ({ explorerId }) => explorerId,
  ({ name }) => name.trim().toLowerCase() || undefined,
]

/**
 * Groups the connectors of several namespaces into wallets: connectors with the same ID, reverse domain name,
 * explorer ID or name are one wallet, unless they have the same namespace. A wallet takes the position and the name
 * of its first connector. WalletConnect and the embedded wallet are never merged.
 *
 * @param namespace Returns only wallets that support this namespace, each with this connector only.
 * @example
 * mergeConnectors(kit.store.getState().connectors)[0]?.members.map(({ namespace }) => namespace) // ['eip155', 'solana']
 */
export function mergeConnectors(
  connectors: readonly ConnectorDetails[],
  namespace?: NamespaceId | undefined,
): readonly InstalledWallet[] {
  let wallets = connectors.map((connector) => [connector])
  for (const matcher of matchers) wallets = join(wallets, matcher)
  return wallets.flatMap((members) => {
    const [first] = members
    if (!first) return []
    const selected = namespace ? members.filter((member) => member.namespace === namespace) : members
    const [leader] = selected
    if (!leader) return []
    // Only some connectors of a wallet may have an icon or an ID.
    const firstOf = <K extends 'icon' | 'rdns' | 'explorerId'>(key: K) => {
      const value = leader[key] ?? members.find((member) => member[key])?.[key]
      return value === undefined ? {} : { [key]: value }
    }
    return {
      ...leader,
      ...firstOf('icon'),
      ...firstOf('rdns'),
      ...firstOf('explorerId'),
      ...(selected.length > 1 ? { type: 'MULTI_CHAIN' as const } : {}),
      members: selected,
    }
  })
}

function join(
  wallets: readonly ConnectorDetails[][],
  matcher: (connector: ConnectorDetails) => string | undefined,
): ConnectorDetails[][] {
  const joined: ConnectorDetails[][] = []
  for (const members of wallets) {
    const match = joined.find((other) => isSameWallet(other, members, matcher))
    if (match) match.push(...members)
    else joined.push([...members])
  }
  return joined
}

function isSameWallet(
  some: readonly ConnectorDetails[],
  others: readonly ConnectorDetails[],
  matcher: (connector: ConnectorDetails) => string | undefined,
): boolean {
  let isMatch = false
  for (const a of some)
    for (const b of others) {
      if (a.namespace === b.namespace || !isMergeable(a) || !isMergeable(b)) return false
      const value = matcher(a)
      isMatch ||= value !== undefined && value === matcher(b)
    }
  return isMatch
}

function isMergeable({ type }: ConnectorDetails): boolean {
  return type !== 'WALLET_CONNECT' && type !== 'AUTH'
}
