import { loadCodec } from './loadCodec.ts'
import { signInNamespace } from './signInNamespace.ts'

/**
 * Tells which CAIP-10 accounts are this one: letter case counts only where the family says so. The family's rules are
 * loaded before, so that whoever compares can do it in one step.
 */
export async function matchAccount(chainId: string, address: string): Promise<(account: string) => boolean> {
  const namespace = signInNamespace(chainId)
  const codec = namespace && (await loadCodec(namespace))
  const normalize = (text: string) => codec?.normalizeAddress(text) ?? text
  const wanted = normalize(address)
  const start = `${chainId}:`
  return (account) => account.startsWith(start) && normalize(account.slice(start.length)) === wanted
}
