import { accountKey } from '../../data/accountKey.ts'

/** Parameters that name to a provider whom to pay, or in which token. */
const naming = /address|wallet/i
const evmAddress = /0x[\da-f]{40}(?![\da-f])/gi

/**
 * Returns whether the URL of a provider's page names another account than the visitor's. A page whose account is in a session at the
 * provider does not name any.
 *
 * @param own the visitor's address, and that of the token that is bought
 */
export function paysOther(text: string, own: readonly string[]): boolean {
  const { pathname, searchParams, hash } = new URL(text)
  const named = [...searchParams].flatMap(([name, value]) => (naming.test(name) ? value : []))
  const words = [pathname, hash, ...searchParams.values()].join(' ')
  const keys = ['', ...own].map(accountKey)
  return [...named, ...(words.match(evmAddress) ?? [])].some((address) => !keys.includes(accountKey(address)))
}
