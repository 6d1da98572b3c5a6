import type { CaipNetworkId } from '@portico/protocol'
import { bitcoinRules } from './bitcoin/bitcoinRules.ts'
import { evmRules } from './evm/evmRules.ts'
import type { NamespaceRules } from './shared/NamespaceRules.ts'
import { solanaRules } from './solana/solanaRules.ts'

/** The rules of each supported namespace, by CAIP-2 namespace. */
export const namespaceRules = {
  eip155: evmRules,
  solana: solanaRules,
  bip122: bitcoinRules,
} satisfies Record<string, NamespaceRules>

export type NamespaceId = keyof typeof namespaceRules
export const namespaceIds = Object.keys(namespaceRules) as NamespaceId[]

/** Returns the namespace of a CAIP-2 network or CAIP-10 account; undefined if it is not supported. */
export function namespaceOf(id: string): NamespaceId | undefined {
  const namespace = id.slice(0, Math.max(0, id.indexOf(':')))
  return Object.hasOwn(namespaceRules, namespace) ? (namespace as NamespaceId) : undefined
}

/** Returns the rules of a network's namespace. */
export function rulesOf(chain: CaipNetworkId): NamespaceRules {
  const namespace = namespaceOf(chain)
  if (!namespace) throw new Error(`no namespace for ${chain}`)
  return namespaceRules[namespace]
}
