import type { SessionTypes } from '@walletconnect/types'

type Namespaces = SessionTypes.Namespaces

/** Returns the chains of a session as CAIP-2 ids. */
export function chainsOf({ eip155 }: Namespaces): string[] {
  const accountChains = eip155?.accounts.map((account) => account.slice(0, account.lastIndexOf(':'))) ?? []
  return [...new Set([...(eip155?.chains ?? []), ...accountChains])]
}

/** Returns the namespaces with another account, and optionally with an additional chain. */
export function withAccount(namespaces: Namespaces, address: string, chain?: string): Namespaces {
  const { eip155 } = namespaces
  if (!eip155) return namespaces
  const chains = [...new Set([...chainsOf(namespaces), ...(chain ? [chain] : [])])]
  const accounts = chains.map((id) => `${id}:${address}`)
  return { ...namespaces, eip155: { ...eip155, chains, accounts } }
}
