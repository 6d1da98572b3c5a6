/** The families of chains that have sign-in messages, and the word for each before "account" in the first line. */
export const blockchains = { eip155: 'Ethereum', bip122: 'Bitcoin', solana: 'Solana' } as const

/** A chain family that has sign-in messages. */
export type SignInNamespace = keyof typeof blockchains

export const signInNamespaces = Object.keys(blockchains) as SignInNamespace[]

/** The family of a CAIP-2 network id if it has sign-in messages. */
export function signInNamespace(chainId: string): SignInNamespace | undefined {
  const namespace = chainId.slice(0, Math.max(chainId.indexOf(':'), 0))
  return Object.hasOwn(blockchains, namespace) ? (namespace as SignInNamespace) : undefined
}
