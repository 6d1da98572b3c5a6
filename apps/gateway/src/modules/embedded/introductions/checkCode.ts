import type { Transaction } from 'kysely'
import type { Tables } from '../../../infra/database/Tables.ts'
import { createGuessingBreaker } from './createGuessingBreaker.ts'
import { codeLifetimeMs, maxTries } from './introductionLimits.ts'

/** The columns of a mailed code, which waits to be typed. */
export type MailedCode = Pick<Tables['introductions'], 'format' | 'code_mac' | 'sent_at' | 'tries'>

/** Why a typed code was not accepted. */
export type CodeRefusal =
  | { problem: 'code-expired' | 'code-burnt' | 'code-void' }
  | { problem: 'code-wrong'; triesLeft: number }

/**
 * Checks a typed code and counts the try, and a wrong short code for the circuit breaker. Call it with the lock of the row in a
 * transaction that is not rolled back if the code is refused: the try must stay counted.
 *
 * @returns undefined if the code is right.
 */
export async function checkCode({
  transaction,
  row: { format, code_mac, sent_at, tries },
  countTry,
  isRight,
  now,
}: {
  transaction: Transaction<Tables>
  row: MailedCode
  countTry: () => Promise<void>
  isRight: () => boolean
  now: number
}): Promise<CodeRefusal | undefined> {
  const breaker = createGuessingBreaker({ database: transaction })
  if (code_mac === null) return { problem: 'code-expired' }
  if (tries >= maxTries) return { problem: 'code-burnt' }
  if ((sent_at ?? 0) + codeLifetimeMs <= now) return { problem: 'code-expired' }
  if (format === 'short' && (await breaker.isOpen(now))) return { problem: 'code-void' }
  await countTry()
  if (isRight()) return undefined
  if (format === 'short') await breaker.countWrong(now)
  return { problem: 'code-wrong', triesLeft: maxTries - tries - 1 }
}
