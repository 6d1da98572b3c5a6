import type { Kit } from '../kit.ts'
import type { SignInSubject } from './signInState.ts'

// For the life of the page, and of the connection: whoever connects anew is asked anew.
const skips = new WeakMap<Kit, Set<string>>()

/** Remembers that the visitor has passed over signing this account in. */
export function rememberSkip(kit: Kit, subject: SignInSubject): void {
  skips.set(kit, new Set(skips.get(kit)).add(keyOf(subject)))
}

export function isSkipped(kit: Kit, subject: SignInSubject): boolean {
  return skips.get(kit)?.has(keyOf(subject)) === true
}

/** Forgets what was passed over of a family of chains. */
export function forgetSkips(kit: Kit, namespace: string): void {
  const others = [...(skips.get(kit) ?? [])].filter((key) => !key.startsWith(`${namespace}:`))
  skips.set(kit, new Set(others))
}

const keyOf = ({ networkId, address }: SignInSubject) => `${networkId}:${address}`
