import type { SessionTypes } from '@walletconnect/types'

type Namespaces = SessionTypes.Namespaces

/** Chains of a session, as CAIP-2 ids. */
export function chainsOf({ eip155 }: Namespaces): string[] {
  const ofAccounts = eip155?.accounts.map((account) => account.slice(0, account.lastIndexOf(':'))) ?? []
  return [...new Set([...(eip155?.chains ?? []), ...ofAccounts])]
}

/** The same session for another account, or with one chain more. */
export function withAccount(namespaces: Namespaces, address: string, chain?: string): Namespaces {
  const { eip155 } = namespaces
  if (!eip155) return namespaces
  const chains = [...new Set([...chainsOf(namespaces), ...(chain ? [chain] : [])])]
  const accounts = chains.map((one) => `${one}:${address}`)
  return { ...namespaces, eip155: { ...eip155, chains, accounts } }
}
