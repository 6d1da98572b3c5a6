import type { CaipNetworkId } from '@portico/protocol'
import type { Family, Network } from './Family.ts'
import { type Namespace, namespaceOf, namespaces } from './rulesOf.ts'

/** All families of chains as one. */
export type Families = {
  /** Everything that is served, in the order of the families. */
  readonly networks: ReadonlyMap<CaipNetworkId, Network>
  /** The networks of one family. */
  of(namespace: Namespace): readonly Network[]
  /** The family of a network that is served. */
  get(chain: CaipNetworkId): Family
  readonly all: readonly Family[]
}

/** Puts the families together. */
export function createFamilies(families: Record<Namespace, Family>): Families {
  const all = namespaces.map((namespace) => families[namespace])
  return {
    networks: new Map(all.flatMap(({ networks }) => [...networks])),
    of: (namespace) => [...families[namespace].networks.values()],
    get(chain) {
      const namespace = namespaceOf(chain)
      if (!namespace) throw new Error(`no family for ${chain}`)
      return families[namespace]
    },
    all,
  }
}
