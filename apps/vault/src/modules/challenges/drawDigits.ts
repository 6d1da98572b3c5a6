import { randomInt } from 'node:crypto'
import { retryLater } from '@portico/server'
import type { ChallengeStore } from './store.ts'

/**
 * Draws the two digits of a challenge, which no other challenge of the mailbox has that waits for its link: otherwise the
 * digits that the owner sees could approve the login of a stranger. Call it in a transaction that holds the lock
 * `digits <mailbox>`.
 *
 * @throws {Problem} `rate-limited` if the mailbox has 100 such challenges.
 */
export async function drawDigits({
  store,
  mailbox,
  now,
}: {
  store: ChallengeStore
  mailbox: string
  now: number
}): Promise<string> {
  const live = await store.listDigits(mailbox, now)
  const taken = new Set(live.map(({ match_code }) => match_code))
  const free = Array.from({ length: 100 }, (_, number) => String(number).padStart(2, '0')).filter(
    (digits) => !taken.has(digits),
  )
  const digits = free.length > 0 ? free[randomInt(free.length)] : undefined
  if (digits === undefined) throw retryLater('rate-limited', (live[0]?.expires_at ?? now) - now)
  return digits
}
