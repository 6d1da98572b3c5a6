import type { CaipNetworkId } from '@portico/protocol'
import { type NamespaceId, namespaceIds, namespaceOf } from './namespaceRules.ts'
import type { Namespace } from './shared/Namespace.ts'
import type { Network } from './shared/Network.ts'

/** The networks of all namespaces. */
export type Namespaces = {
  /** All networks, in the order of the namespaces. */
  readonly networks: ReadonlyMap<CaipNetworkId, Network>
  /** Returns the networks of one namespace. */
  of(namespace: NamespaceId): readonly Network[]
  /** Returns the namespace of a network. */
  get(chain: CaipNetworkId): Namespace
  readonly all: readonly Namespace[]
}

/** Combines the namespaces into one lookup. */
export function createNamespaces(namespaces: Record<NamespaceId, Namespace>): Namespaces {
  const all = namespaceIds.map((namespace) => namespaces[namespace])
  return {
    networks: new Map(all.flatMap(({ networks }) => [...networks])),
    of: (namespace) => [...namespaces[namespace].networks.values()],
    get(chain) {
      const namespace = namespaceOf(chain)
      if (!namespace) throw new Error(`no namespace for ${chain}`)
      return namespaces[namespace]
    },
    all,
  }
}
