import type { FrameResult } from '@portico/protocol/frame'
import type { Kit } from '../kit.ts'
import type { EmbeddedStore } from './embeddedStore.ts'
import type { LoginProvider } from './LoginProvider.ts'
import { loginStorageKeys } from './loginStorage.ts'

/** Stores who has logged in with an account at a provider, and where. */
export function rememberLogin(
  { kit: { storage }, state, setSocial }: RememberServices,
  provider: LoginProvider,
  user: Pick<FrameResult<'CONNECT_SOCIAL'>, 'email' | 'userName'>,
): void {
  const email = user.email ?? undefined
  const userName = user.userName ?? undefined
  storage.setItem(loginStorageKeys.isUsed, 'true')
  for (const [key, value] of [
    [loginStorageKeys.email, email],
    [loginStorageKeys.username, userName],
  ] as const)
    value === undefined ? storage.removeItem(key) : storage.setItem(key, value)
  state.set({ email, userName, login: { step: 'none' } })
  setSocial(provider)
}

interface RememberServices {
  kit: Kit
  state: EmbeddedStore
  /** Stores which provider the visitor logged in with. */
  setSocial(provider: LoginProvider): void
}
