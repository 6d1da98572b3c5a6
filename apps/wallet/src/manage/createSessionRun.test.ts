import { describe, expect, test } from 'vitest'
import { ServerError, SessionEndedError } from '../session/ServerError.ts'
import { createSessionRun } from './createSessionRun.ts'

const refusal = (code: string, status = 401) =>
  new ServerError({ type: 'about:blank', title: 'Refused', status, code, detail: '' } as never)

async function run(error: Error) {
  let ended = 0
  const session = createSessionRun({
    token: async () => 'token',
    endSession: async () => {
      ended += 1
    },
  })
  const thrown = await session(() => Promise.reject(error)).catch((cause: unknown) => cause)
  return { ended, thrown }
}

describe('createSessionRun', () => {
  test.each(['session-invalid', 'session-expired', 'session-revoked', 'refresh-reused'])(
    'error: %s ends the session',
    async (code) => {
      const { ended, thrown } = await run(refusal(code))
      expect(ended).toBe(1)
      expect(thrown).toBeInstanceOf(SessionEndedError)
    },
  )

  test.each(['statement-invalid', 'jwt-not-yet-valid', 'jwt-expired', 'dpop-invalid'])(
    'behavior: %s, also a 401, leaves the session alone',
    async (code) => {
      const error = refusal(code)
      expect(await run(error)).toEqual({ ended: 0, thrown: error })
    },
  )
})
