import type { EnvelopePlace } from '@portico/server'

/** Returns the place of an introduction's encrypted content, which is authenticated. */
export function introductionPlace(id: string): EnvelopePlace {
  return { table: 'introductions', row: id, user: '', slot: '', version: '1' }
}
