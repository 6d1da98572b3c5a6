import { ServerUnreachableError } from '../session/ServerError.ts'
import { MoveFailedError } from './MoveFailedError.ts'

/** Waits in milliseconds. */
export type Wait = (milliseconds: number) => Promise<void>

const intervalMs = 1000
/** A step of a move waits for two minutes at the gateway. */
const maxTries = 130

/**
 * Asks once a second until there is an answer. A server that cannot be reached is asked again.
 *
 * @throws {MoveFailedError} `move-over` when the step took too long
 */
export async function poll<value>(ask: () => Promise<value | undefined>, wait: Wait): Promise<value> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    try {
      const answer = await ask()
      if (answer !== undefined) return answer
    } catch (error) {
      if (!(error instanceof ServerUnreachableError)) throw error
    }
    await wait(intervalMs)
  }
  throw new MoveFailedError('move-over')
}
