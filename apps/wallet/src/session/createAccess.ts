import type { GatewayClient, SessionTokens } from './createGatewayClient.ts'
import type { Serial } from './createSerial.ts'
import type { PartitionStorage } from './PartitionStorage.ts'
import { ServerError, SessionEndedError } from './ServerError.ts'
import { refreshKey } from './storedSession.ts'

/** The session's tokens: the short one in memory, the long one in storage, rotated with each use. */
export type Access = {
  /**
   * A token that is good for a while yet.
   *
   * @throws {SessionEndedError} when the gateway gives none any more
   */
  token(): Promise<string>
  /** Takes over what logging in has brought. */
  take(tokens: SessionTokens): Promise<void>
  drop(): void
}

/** Milliseconds before its end at which a token is asked for anew. */
const early = 30_000

/** Keeps the access token, and rotates the refresh token: one tab at a time, so that none uses a token of yesterday. */
export function createAccess({
  gateway,
  storage,
  serial,
  now,
  reach = async () => {},
}: {
  gateway: Pick<GatewayClient, 'refresh'>
  storage: PartitionStorage
  serial: Serial
  now: () => number
  /** For tests: called after each awaited step, by its name. */
  reach?: ((step: string) => Promise<void>) | undefined
}): Access {
  let current: { token: string; until: number } | undefined
  let refreshing: Promise<string> | undefined

  async function take({ accessToken, refreshToken, expiresIn }: SessionTokens): Promise<string> {
    await storage.write(refreshKey, refreshToken)
    await reach('access: stored')
    current = { token: accessToken, until: now() + expiresIn * 1000 - early }
    return accessToken
  }

  const refresh = () =>
    serial('refresh', async () => {
      // Read inside the lock: another tab may just have rotated it.
      const stored = await storage.read(refreshKey)
      if (typeof stored !== 'string') throw new SessionEndedError()
      await reach('refresh: read')
      const tokens = await gateway.refresh(stored).catch((cause: unknown) => {
        throw isRefusal(cause) ? new SessionEndedError({ cause }) : cause
      })
      await reach('refresh: answered')
      return take(tokens)
    })

  return {
    async token() {
      if (current && current.until > now()) return current.token
      refreshing ??= refresh().finally(() => {
        refreshing = undefined
      })
      return refreshing
    },
    async take(tokens) {
      await take(tokens)
    },
    drop() {
      current = undefined
    },
  }
}

/** The gateway's no, as against its being away. */
function isRefusal(error: unknown): boolean {
  return error instanceof ServerError && [400, 401, 403, 404, 409].includes(error.problem.status)
}
