/** The namespaces that have sign-in messages, with the word before "account" in the first line. */
export const blockchains = { eip155: 'Ethereum', bip122: 'Bitcoin', solana: 'Solana' } as const

/** A namespace that has sign-in messages. */
export type SignInNamespace = keyof typeof blockchains

export const signInNamespaces = Object.keys(blockchains) as SignInNamespace[]

/** Returns the namespace of a CAIP-2 network ID, or `undefined` if it has no sign-in messages. */
export function signInNamespace(chainId: string): SignInNamespace | undefined {
  const namespace = chainId.slice(0, Math.max(chainId.indexOf(':'), 0))
  return Object.hasOwn(blockchains, namespace) ? (namespace as SignInNamespace) : undefined
}
