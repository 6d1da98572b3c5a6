import type { Outcome } from './Check.ts'
import { compareClocks } from './compareClocks.ts'

/**
 * Asks another server for a path, reads the answer, and compares the clocks.
 *
 * @param request.read returns what to say about the answer
 * @throws what `fetch` throws, for `runChecks` to describe
 */
export async function checkHttp({
  url,
  init,
  read,
  fetch = globalThis.fetch,
  now = Date.now,
}: {
  url: string
  init?: RequestInit | undefined
  read: (response: Response) => Outcome | Promise<Outcome>
  fetch?: typeof globalThis.fetch | undefined
  now?: (() => number) | undefined
}): Promise<Outcome[]> {
  const askedAt = now()
  const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(10_000), ...init })
  const answeredAt = now()
  const outcome = await read(response)
  await response.body?.cancel().catch(() => undefined)
  const date = Date.parse(response.headers.get('date') ?? '')
  // The header has whole seconds.
  const clock = Number.isNaN(date)
    ? undefined
    : compareClocks({ theirs: date, askedAt: askedAt - 1000, answeredAt })
  return clock ? [outcome, clock] : [outcome]
}
