import type { NamespaceId } from '@portico/protocol'
import type { ConnectorDetails } from '../connectors/connector.ts'

/** A wallet of this browser as a list shows it. Of type `MULTI_CHAIN` where it connects several families of chains. */
export interface InstalledWallet extends ConnectorDetails {
  /** Its connectors, one for each family, in the order of the list. Never empty. */
  members: readonly ConnectorDetails[]
}

/** What makes two connectors one wallet, the surest first. A name anybody can take, so it comes last. */
const likenesses: readonly ((connector: ConnectorDetails) => string | undefined)[] = [
  ({ id }) => id,
  ({ rdns }) => rdns,
  ({ explorerId }) => explorerId,
  ({ name }) => name.trim().toLowerCase() || undefined,
]

/**
 * The connectors of several families as wallets: what has the same id, reverse domain name, explorer id or name is one
 * wallet, and two of the same family never are. Each stands where its first connector stood, and is called as that is.
 * Ways to wallets elsewhere, and wallets that are no extension, stay as they are.
 *
 * @param namespace only wallets that connect this family, each with this connector alone
 * @example
 * mergeConnectors(kit.store.getState().connectors)[0]?.members.map(({ namespace }) => namespace) // ['eip155', 'solana']
 */
export function mergeConnectors(
  connectors: readonly ConnectorDetails[],
  namespace?: NamespaceId | undefined,
): readonly InstalledWallet[] {
  let wallets = connectors.map((connector) => [connector])
  for (const likeness of likenesses) wallets = join(wallets, likeness)
  return wallets.flatMap((members) => {
    const [first] = members
    if (!first) return []
    const own = namespace ? members.filter((member) => member.namespace === namespace) : members
    const [leader] = own
    if (!leader) return []
    // Of one wallet some families may have a picture or an id and others none.
    const found = <K extends 'icon' | 'rdns' | 'explorerId'>(key: K) => {
      const value = leader[key] ?? members.find((member) => member[key])?.[key]
      return value === undefined ? {} : { [key]: value }
    }
    return {
      ...leader,
      ...found('icon'),
      ...found('rdns'),
      ...found('explorerId'),
      ...(own.length > 1 ? { type: 'MULTI_CHAIN' as const } : {}),
      members: own,
    }
  })
}

function join(
  wallets: readonly ConnectorDetails[][],
  likeness: (connector: ConnectorDetails) => string | undefined,
): ConnectorDetails[][] {
  const joined: ConnectorDetails[][] = []
  for (const members of wallets) {
    const known = joined.find((other) => isAlike(other, members, likeness))
    if (known) known.push(...members)
    else joined.push([...members])
  }
  return joined
}

function isAlike(
  some: readonly ConnectorDetails[],
  others: readonly ConnectorDetails[],
  likeness: (connector: ConnectorDetails) => string | undefined,
): boolean {
  let found = false
  for (const a of some)
    for (const b of others) {
      if (a.namespace === b.namespace || !isMergeable(a) || !isMergeable(b)) return false
      const word = likeness(a)
      found ||= word !== undefined && word === likeness(b)
    }
  return found
}

function isMergeable({ type }: ConnectorDetails): boolean {
  return type !== 'WALLET_CONNECT' && type !== 'AUTH'
}
