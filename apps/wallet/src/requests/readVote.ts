import type { Fact } from '../approve/Description.ts'
import type { DecodedCall } from './decodeCall.ts'

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
        title: 'Delegate your votes: let someone vote with your tokens',
        facts: [
          { label: 'Votes for you', value: `${first}`, kind: 'address' },
          { label: 'With', value: 'all your tokens of this contract, also later ones; they stay yours' },
          { label: 'Until', value: 'you choose someone else' },
        ],
      }
    case 'castVote(uint256,uint8)':
    case 'castVoteWithReason(uint256,uint8,string)': {
      const choice = choices[Number(second)] ?? `choice ${second}`
      return {
        kind: 'vote',
        title: `Vote “${choice}”`,
        facts: [
          { label: 'Your vote', value: choice },
          { label: 'Proposal', value: `${first}` },
          ...(reason === undefined ? [] : [{ label: 'Reason', value: `${reason}` }]),
        ],
      }
    }
    default:
      return undefined
  }
}
