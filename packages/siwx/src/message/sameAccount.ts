import { codecs, signInNamespace } from './codecs.ts'

/** Whether two addresses are one account on a network: letter case counts only where the family says so. */
export function sameAccount(chainId: string, first: string, second: string): boolean {
  const namespace = signInNamespace(chainId)
  if (!namespace) return first === second
  const { normalizeAddress } = codecs[namespace]
  return normalizeAddress(first) === normalizeAddress(second)
}
