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
    warnings: [
      danger(
        'It is not for the contract that is known for such requests. It may do more than is shown here.',
      ),
      ...recognised.warnings,
    ],
    taken: undefined,
  }
}
