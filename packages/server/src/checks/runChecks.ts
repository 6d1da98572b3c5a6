import { BaseError } from '@portico/protocol'
import type { Check, Outcome } from './Check.ts'
import { describeConnectionError } from './describeConnectionError.ts'

const timeoutMs = 15_000

/**
 * Runs checks at the same time and returns what they found, one line each, in the order of the list.
 *
 * @returns `ok` is false if anything would not work
 * @example
 * const { ok, text } = await runChecks([{ name: 'database', run: async () => ({ status: 'ok', text: 'PostgreSQL 18' }) }])
 * // 'ok       database: PostgreSQL 18'
 */
export async function runChecks(checks: readonly Check[]): Promise<{ ok: boolean; text: string }> {
  const found = await Promise.all(
    checks.map(async (check) =>
      (await runInTime(check)).map((outcome) => ({ name: check.name, ...outcome })),
    ),
  )
  const outcomes = found.flat()
  return {
    ok: outcomes.every(({ status }) => status !== 'problem'),
    text: outcomes.map(({ name, status, text }) => `${status.padEnd(8)} ${name}: ${text}`).join('\n'),
  }
}

async function runInTime({ run }: Check): Promise<readonly Outcome[]> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Outcome>((resolve) => {
    const text = `no answer within ${timeoutMs / 1000} seconds`
    timer = setTimeout(() => resolve({ status: 'problem', text }), timeoutMs)
  })
  try {
    return [await Promise.race([run(), late])].flat()
  } catch (error) {
    // The message of our own errors is complete. Others may quote a secret, such as a URL with a password.
    const text = error instanceof BaseError ? error.shortMessage : describeConnectionError(error)
    return [{ status: 'problem', text }]
  } finally {
    clearTimeout(timer)
  }
}
