/** Whose assets a text is about: the visitor's, those of a Safe that the visitor is an owner of, or somebody else's. */
export type Owner = 'you' | 'safe' | 'other'

/** The words for the owner of assets. */
export const ownerWords = {
  you: {
    possessive: 'your ',
    gets: 'you get',
    revokes: 'you revoke it',
    asking: 'asking you again',
    itself: 'yourself',
  },
  safe: {
    possessive: 'the Safe’s ',
    gets: 'the Safe gets',
    revokes: 'the Safe revokes it',
    asking: 'asking the Safe’s owners again',
    itself: 'the Safe itself',
  },
  other: {
    possessive: '',
    gets: 'the owner gets',
    revokes: 'the owner revokes it',
    asking: 'asking the owner again',
    itself: 'the owner',
  },
} as const satisfies Record<Owner, Record<string, string>>
