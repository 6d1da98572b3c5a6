import { loadCodec } from './loadCodec.ts'
import { signInNamespace } from './signInNamespace.ts'

/**
 * Returns a function that tests whether a CAIP-10 account is this account. Letter case is compared as the namespace
 * requires. The codec is loaded first, so that callers can compare synchronously.
 */
export async function matchAccount(chainId: string, address: string): Promise<(account: string) => boolean> {
  const namespace = signInNamespace(chainId)
  const codec = namespace && (await loadCodec(namespace))
  const normalize = (text: string) => codec?.normalizeAddress(text) ?? text
  const normalized = normalize(address)
  const prefix = `${chainId}:`
  return (account) => account.startsWith(prefix) && normalize(account.slice(prefix.length)) === normalized
}
