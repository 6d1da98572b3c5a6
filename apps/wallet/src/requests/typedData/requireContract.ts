import type { Fact } from '../../approve/Description.ts'
import { danger } from './danger.ts'
import type { RecognisedTypedData, TypedFields } from './RecognisedTypedData.ts'

/**
 * Returns a description as it is if the data is for one of the contracts that give it this meaning, by addresses in lower case.
 * Another contract may mean something else by the same words, so then it is not known what others can take.
 */
export function requireContract(
  recognised: RecognisedTypedData,
  { domain, contracts }: { domain: TypedFields; contracts: readonly string[] },
): RecognisedTypedData {
  if (contracts.includes(`${domain.verifyingContract}`.toLowerCase())) return recognised
  return {
    ...recognised,
    title: `${recognised.title}, or something else`,
    facts: recognised.facts.map(withDoubt),
    warnings: [
      danger(
        'It is not for the contract that is known for such requests. It may mean something else: more can be taken, for longer, or by others.',
      ),
      ...recognised.warnings,
    ],
    taken: undefined,
  }
}

const timeLabels: readonly string[] = ['Permission ends', 'Signature can be used']

/** What others can take is not the most, and what the visitor gets, and until when, is only said. */
function withDoubt(fact: Fact): Fact {
  const label = fact.label.replace(/, at (most|least)$/, '')
  if (fact.kind === 'in') return { ...fact, label: `${label}, it says` }
  if (timeLabels.includes(fact.label)) return { ...fact, value: `unknown; the request says: ${fact.value}` }
  return fact.kind === 'out'
    ? { ...fact, label, value: `${fact.value.replace(/ in total$/, '')}, or more` }
    : fact
}
