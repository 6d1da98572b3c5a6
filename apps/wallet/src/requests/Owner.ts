/** Whose assets a text is about: the visitor's, those of a Safe that the visitor is an owner of, or somebody else's. */
export type Owner = 'you' | 'safe' | 'other'
