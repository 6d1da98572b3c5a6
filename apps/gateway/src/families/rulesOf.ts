import type { CaipNetworkId } from '@portico/protocol'
import { bip122Rules } from './bip122/bip122Rules.ts'
import { eip155Rules } from './eip155/eip155Rules.ts'
import type { FamilyRules } from './FamilyRules.ts'
import { solanaRules } from './solana/solanaRules.ts'

/** The families of chains there are, by CAIP-2 namespace. */
export const familyRules = {
  eip155: eip155Rules,
  solana: solanaRules,
  bip122: bip122Rules,
} satisfies Record<string, FamilyRules>

export type Namespace = keyof typeof familyRules
export const namespaces = Object.keys(familyRules) as Namespace[]

/** The family of a network or account (CAIP-2, CAIP-10); undefined if none here is meant. */
export function namespaceOf(id: string): Namespace | undefined {
  const namespace = id.slice(0, Math.max(0, id.indexOf(':')))
  return Object.hasOwn(familyRules, namespace) ? (namespace as Namespace) : undefined
}

/** The rules of a network that is served here. */
export function rulesOf(chain: CaipNetworkId): FamilyRules {
  const namespace = namespaceOf(chain)
  if (!namespace) throw new Error(`no family for ${chain}`)
  return familyRules[namespace]
}
