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
  const forgetSIWX = setupSIWX(kit, siwx)
  const stopped = new AbortController()
  recheckOnceSignedIn(kit, stopped.signal)
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
    stopped.abort()
    forgetSIWX()
    unsubscribeStore()
    unsubscribeEvents()
    window.removeEventListener('storage', onStorage)
  }
}

/** Starts to read the session of a `siweConfig` again from time to time, once a visitor has signed in. */
function recheckOnceSignedIn(kit: Kit, signal: AbortSignal): void {
  const intervalMs = kit.options.siweConfig?.config.sessionRefetchIntervalMs
  if (intervalMs === undefined) return
  const unsubscribe = kit.store.subscribe(({ signIn }) => {
    if (signIn.status !== 'signed-in') return
    unsubscribe()
    import('./recheckSession.ts').then(
      (file) => file.recheckSession(kit, { intervalMs, signal }),
      (error: unknown) => kit.logger.warn('The session will not be read again.', error),
    )
  })
  signal.addEventListener('abort', unsubscribe)
}
