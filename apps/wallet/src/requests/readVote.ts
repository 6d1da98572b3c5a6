import type { Fact } from '../approve/Description.ts'
import type { DecodedCall } from './decodeCall.ts'
import { effectText } from './effectCopy.ts'

/** The meaning of `support` in OpenZeppelin's Governor. */
const choices = ['against', 'for', 'abstain'] as const

/**
 * Reads a call that has the form of a vote, or gives somebody the right to vote. Any contract can use these names for something
 * else, so the description only says what the call looks like.
 */
export function readVote({
  signature,
  args,
}: DecodedCall): { kind: 'vote' | 'delegation'; title: string; facts: Fact[] } | undefined {
  const [first, second, reason] = args.map(({ value }) => value)
  switch (signature) {
    case 'delegate(address)':
      return {
        kind: 'delegation',
        title: effectText('effect.vote.delegate'),
        facts: [
          { label: effectText('effect.vote.labels.by'), value: `${first}`, kind: 'address' },
          { label: effectText('effect.vote.labels.with'), value: effectText('effect.vote.allTokens') },
          { label: effectText('effect.vote.labels.until'), value: effectText('effect.vote.someoneElse') },
        ],
      }
    case 'castVote(uint256,uint8)':
    case 'castVoteWithReason(uint256,uint8,string)': {
      const id = choices[Number(second)] ?? 'choice'
      const values = { choice: `${second}` }
      return {
        kind: 'vote',
        title: effectText(`effect.vote.titles.${id}`, values),
        facts: [
          {
            label: effectText('effect.vote.labels.vote'),
            value: effectText(`effect.vote.choices.${id}`, values),
          },
          { label: effectText('effect.vote.labels.proposal'), value: `${first}` },
          ...(reason === undefined
            ? []
            : [{ label: effectText('effect.vote.labels.reason'), value: `${reason}` }]),
        ],
      }
    }
    default:
      return undefined
  }
}
