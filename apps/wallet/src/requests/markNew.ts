import type { Hex } from 'viem'
import type { Fact } from '../approve/Description.ts'
import { effectText } from './effectCopy.ts'

/** Marks the addresses that are new to the account, if there are several addresses. A single one has a warning of its own. */
export function markNew(
  facts: readonly Fact[],
  { parties, added }: { parties: readonly unknown[]; added: readonly Hex[] },
): Fact[] {
  if (parties.length < 2) return [...facts]
  const addresses = new Set(added.map((address) => address.toLowerCase()))
  return facts.map((fact) =>
    fact.kind === 'address' && addresses.has(fact.value.toLowerCase())
      ? { ...fact, label: effectText('effect.labels.new', { label: fact.label }) }
      : fact,
  )
}
