import type { Kit } from '../kit.ts'
import type { SignInSubject } from './signInState.ts'

// In memory and per connection: after a new connection the visitor is asked again. A restored one is not asked at all.
const skips = new WeakMap<Kit, Set<string>>()

/** Records that the visitor skipped signing in with this account. */
export function rememberSkip(kit: Kit, subject: SignInSubject): void {
  skips.set(kit, new Set(skips.get(kit)).add(keyOf(subject)))
}

/** Returns whether the visitor skipped signing in with this account. */
export function isSkipped(kit: Kit, subject: SignInSubject): boolean {
  return skips.get(kit)?.has(keyOf(subject)) === true
}

/** Clears the skipped sign-ins of a namespace. */
export function forgetSkips(kit: Kit, namespace: string): void {
  const others = [...(skips.get(kit) ?? [])].filter((key) => !key.startsWith(`${namespace}:`))
  skips.set(kit, new Set(others))
}

const keyOf = ({ networkId, address }: SignInSubject) => `${networkId}:${address}`
