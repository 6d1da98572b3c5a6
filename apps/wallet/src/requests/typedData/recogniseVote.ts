import type { Fact } from '../../approve/Description.ts'
import { nothingNow } from './nothingNow.ts'
import type { Recognise } from './RecognisedTypedData.ts'

/** The meaning of `support` in OpenZeppelin's Governor. */
const choices = ['against', 'for', 'abstain'] as const

/**
 * Recognises the form of a vote: of Snapshot, or for a Governor contract (Ballot). It is high risk all the same, because another
 * contract may mean something else by the same words.
 *
 * @see https://docs.snapshot.box
 */
export const recogniseVote: Recognise = ({ primaryType, message }) => {
  const { space, proposal, proposalId, choice, support, reason } = message
  const isSnapshot = primaryType === 'Vote' && typeof space === 'string' && proposal !== undefined
  const isBallot = primaryType === 'Ballot' && typeof proposalId === 'bigint' && typeof support === 'bigint'
  if (!isSnapshot && !isBallot) return undefined
  const vote = isBallot
    ? (choices[Number(support)] ?? `choice ${support}`)
    : `choice ${Array.isArray(choice) ? choice.join(', ') : typeof choice === 'object' ? 'in Details' : choice}`
  const where: Fact[] = isSnapshot ? [{ label: 'Where', value: space as string }] : []
  return {
    title: `Vote “${vote}”`,
    facts: [
      nothingNow,
      { label: 'Your vote', value: vote },
      ...where,
      { label: 'Proposal', value: `${isBallot ? proposalId : proposal}` },
      ...(typeof reason === 'string' && reason !== '' ? [{ label: 'Reason', value: reason }] : []),
      { label: 'Signature can be used', value: 'by anyone who has it; how often and until when is unknown' },
    ],
    warnings: [
      {
        level: 'note',
        text: 'This looks like a vote, and a vote moves no money. But the wallet cannot check what else this signature could be used for: it might be more than a vote. Sign it only if you trust this site.',
      },
    ],
    taken: undefined,
  }
}
