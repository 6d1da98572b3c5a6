import type { SIWXConfig } from '@portico/siwx'
import type { Kit } from '../kit.ts'
import { checkSession } from './checkSession.ts'
import { getSubject, isSameSubject } from './getSubject.ts'
import { setupSIWX } from './setupSIWX.ts'
import { signOut } from './signOut.ts'
import { forgetSkips } from './skips.ts'

/** Checks for a session now and whenever the account or its network changes. Returns the function that stops it. */
export function watchSignIn(kit: Kit, siwx: SIWXConfig): () => void {
  const { store, events } = kit
  setupSIWX(kit, siwx)
  let subject = getSubject(store.getState())
  if (subject) void checkSession(kit)
  const unsubscribeStore = store.subscribe((state) => {
    const next = getSubject(state)
    if (isSameSubject(next, subject)) return
    subject = next
    void checkSession(kit)
  })
  const unsubscribeEvents = events.on((event) => {
    if (event.type !== 'disconnected') return
    forgetSkips(kit, event.namespace)
    if (siwx.signOutOnDisconnect !== false) signOut(kit, siwx, event)
  })
  const onStorage = ({ key }: StorageEvent) => {
    // Another tab signed in or out: sign-in configurations store their sessions under these keys.
    if (key === null || key.startsWith('@appkit/siwx')) void checkSession(kit)
  }
  window.addEventListener('storage', onStorage)
  return () => {
    unsubscribeStore()
    unsubscribeEvents()
    window.removeEventListener('storage', onStorage)
  }
}
