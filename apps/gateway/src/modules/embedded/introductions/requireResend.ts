import { retryLater } from '@portico/server'
import { Problem } from '../../../infra/http/Problem.ts'
import type { MailedCode } from './checkCode.ts'
import { maxTries, resendMs } from './introductionLimits.ts'

/**
 * Throws unless another code may be mailed in place of one: tries must be left, and mails be half a minute apart.
 *
 * @throws {Problem} `code-burnt` or `too-soon`
 */
export function requireResend({ tries, sent_at }: MailedCode, now: number): void {
  if (tries >= maxTries) throw new Problem('code-burnt')
  const wait = (sent_at ?? 0) + resendMs - now
  if (wait > 0) throw retryLater('too-soon', wait)
}
