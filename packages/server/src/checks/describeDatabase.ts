import type { Outcome } from './Check.ts'
import { compareClocks } from './compareClocks.ts'

/**
 * Describes what `checkDatabase` found.
 *
 * @param file the SQLite file, which is named if there is no `databaseUrl`
 */
export function describeDatabase(
  {
    server,
    pending,
    clock,
  }: {
    server: string
    pending: readonly string[]
    clock: Parameters<typeof compareClocks>[0] | undefined
  },
  { databaseUrl, file }: { databaseUrl: string | undefined; file: string },
): readonly Outcome[] {
  const where = databaseUrl === undefined ? file : new URL(databaseUrl).host
  const state =
    pending.length === 0 ? 'up to date' : `${pending.length} migrations are pending, which a start applies`
  const skew = clock && compareClocks(clock)
  return [{ status: 'ok', text: `${server} at ${where}: ${state}` }, ...(skew ? [skew] : [])]
}
