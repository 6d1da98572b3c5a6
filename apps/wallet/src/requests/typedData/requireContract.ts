import { typedText } from './copy.ts'
import { danger } from './danger.ts'
import type { RecognisedTypedData, TypedFields } from './RecognisedTypedData.ts'

/** Whether data is for one of the contracts that give it its meaning, by addresses in lower case. */
export function isForContract({ verifyingContract }: TypedFields, contracts: readonly string[]): boolean {
  return contracts.includes(`${verifyingContract}`.toLowerCase())
}

/**
 * Returns a description as it is, unless it is doubted because the data is for another contract than those that give it this meaning. That
 * one may mean something else by the same words, so then it is not known what others can take. The facts are described as such before.
 */
export function requireContract(recognised: RecognisedTypedData, isDoubted: boolean): RecognisedTypedData {
  if (!isDoubted) return recognised
  return {
    ...recognised,
    title: typedText('typed.orSomethingElse', { title: recognised.title }),
    warnings: [danger(typedText('typed.warnings.otherContract')), ...recognised.warnings],
    taken: undefined,
  }
}
