import type { TokenStore } from './createTokenStore.ts'
import type { PartitionStorage } from './PartitionStorage.ts'
import { SessionEndedError } from './ServerError.ts'
import {
  forgetDevice,
  forgetSession,
  readStoredDevice,
  readStoredSession,
  type StoredSession,
  sessionKey,
} from './storedSession.ts'

/** The session that this page uses, in memory and in storage. */
export type CurrentSession = {
  get(): StoredSession | undefined
  /** Stores a session and makes it the current one. */
  set(session: StoredSession): Promise<void>
  /** Loads the stored session after a reload; ends it if the gateway no longer accepts it. */
  resume(): Promise<StoredSession | undefined>
  /** Runs work that needs the session, and ends the session if the work finds it revoked or expired. */
  run<value>(work: () => Promise<value>): Promise<value>
  /** Ends the session because another tab has signed out, and calls `onEnded` if there was one. */
  end(): Promise<void>
  /** Removes the session from memory and returns it, or the stored one. It stays in storage until `forget`. */
  take(): Promise<StoredSession | undefined>
  /** Deletes the session and its tokens from storage. */
  forget(): Promise<void>
}

/** Creates the holder of the current session. `onEnded` is called when the session ends without the page's request. */
export function createCurrentSession({
  storage,
  tokens,
  onEnded,
}: {
  storage: PartitionStorage
  tokens: TokenStore
  onEnded?: (() => void) | undefined
}): CurrentSession {
  let session: StoredSession | undefined

  async function forget(): Promise<void> {
    tokens.clear()
    await forgetSession(storage)
  }

  async function end({ isRevoked = false } = {}): Promise<void> {
    const wasLoggedIn = session !== undefined
    session = undefined
    await forget()
    if (!wasLoggedIn) return
    if (isRevoked) await forgetDevice(storage)
    onEnded?.()
  }

  return {
    get: () => session,
    async set(next) {
      await storage.write(sessionKey, next)
      session = next
    },
    async resume() {
      if (session) return session
      const stored = await readStoredSession(storage)
      if (!stored || !(await readStoredDevice(storage))) return undefined
      session = stored
      try {
        await tokens.get()
      } catch (error) {
        // An unreachable gateway says nothing about the session: keep it.
        if (error instanceof SessionEndedError) await end({ isRevoked: true })
      }
      return session
    },
    async run(work) {
      try {
        return await work()
      } catch (error) {
        if (error instanceof SessionEndedError) await end({ isRevoked: true })
        throw error
      }
    },
    end: () => end(),
    async take() {
      const taken = session ?? (await readStoredSession(storage))
      session = undefined
      return taken
    },
    forget,
  }
}
