import type { GatewayClient, SessionTokens } from './createGatewayClient.ts'
import type { Lock } from './createLock.ts'
import type { PartitionStorage } from './PartitionStorage.ts'
import { ServerError, SessionEndedError } from './ServerError.ts'
import { refreshKey } from './storedSession.ts'

/** The tokens of the session: the access token in memory, the refresh token in storage. */
export type TokenStore = {
  /**
   * Returns an access token that is valid for at least 30 seconds; refreshes it if needed.
   *
   * @throws {SessionEndedError} when the gateway no longer accepts the refresh token
   */
  get(): Promise<string>
  /** Stores the tokens of a new session. */
  set(tokens: SessionTokens): Promise<void>
  /** Deletes the access token. */
  clear(): void
}

/** Milliseconds before its expiry at which an access token is refreshed. */
const refreshBefore = 30_000

/**
 * Creates the store of a session's tokens. Each refresh rotates the refresh token, so only one tab refreshes at a time: a
 * tab that used an outdated refresh token would end the session.
 */
export function createTokenStore({
  gateway,
  storage,
  lock,
  now,
}: {
  gateway: Pick<GatewayClient, 'refresh'>
  storage: PartitionStorage
  lock: Lock
  now: () => number
}): TokenStore {
  let current: { accessToken: string; refreshAt: number } | undefined
  let refreshing: Promise<string> | undefined

  async function set({ accessToken, refreshToken, expiresIn }: SessionTokens): Promise<string> {
    await storage.write(refreshKey, refreshToken)
    current = { accessToken, refreshAt: now() + expiresIn * 1000 - refreshBefore }
    return accessToken
  }

  const refresh = () =>
    lock('refresh', async () => {
      // Read inside the lock: another tab may just have rotated it.
      const refreshToken = await storage.read(refreshKey)
      if (typeof refreshToken !== 'string') throw new SessionEndedError()
      const tokens = await gateway.refresh(refreshToken).catch((cause: unknown) => {
        throw isRefusal(cause) ? new SessionEndedError({ cause }) : cause
      })
      return set(tokens)
    })

  return {
    async get() {
      if (current && current.refreshAt > now()) return current.accessToken
      refreshing ??= refresh().finally(() => {
        refreshing = undefined
      })
      return refreshing
    },
    async set(tokens) {
      await set(tokens)
    },
    clear() {
      current = undefined
    },
  }
}

/** Whether the gateway refused the token, as opposed to being unreachable or overloaded. */
function isRefusal(error: unknown): boolean {
  return error instanceof ServerError && [400, 401, 403, 404, 409].includes(error.problem.status)
}
