import type { Fact } from '../../approve/Description.ts'
import { effectText } from '../effectCopy.ts'
import { typedText } from './copy.ts'
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
  const isListed = typeof choice !== 'object' || Array.isArray(choice)
  const id = isBallot ? (choices[Number(support)] ?? 'choice') : isListed ? 'choice' : 'inDetails'
  const values = { choice: isBallot ? `${support}` : Array.isArray(choice) ? choice.join(', ') : `${choice}` }
  const about = isBallot ? proposalId : proposal
  const where: Fact[] = isSnapshot ? [{ label: typedText('typed.labels.where'), value: space as string }] : []
  return {
    title: effectText(`effect.vote.titles.${id}`, values),
    facts: [
      nothingNow(),
      {
        label: effectText('effect.vote.labels.vote'),
        value: effectText(`effect.vote.choices.${id}`, values),
      },
      ...where,
      { label: effectText('effect.vote.labels.proposal'), value: `${about}` },
      ...(typeof reason === 'string' && reason !== ''
        ? [{ label: effectText('effect.vote.labels.reason'), value: reason }]
        : []),
      { label: typedText('typed.labels.canBeUsed'), value: typedText('typed.use.unknown') },
    ],
    warnings: [
      {
        level: 'note',
        text: typedText('typed.warnings.vote'),
      },
    ],
    taken: undefined,
  }
}
