import { Problem } from './Problem.ts'

/**
 * Reads the `limit` of a page: 1 to 100, 25 if omitted.
 *
 * @throws {Problem} `invalid-request` with the pointer `limit`.
 */
export function readLimit(value: string | undefined): number {
  if (value === undefined || value === '') return 25
  if (/^\d{1,3}$/.test(value) && Number(value) >= 1 && Number(value) <= 100) return Number(value)
  const detail = 'Must be a whole number from 1 to 100.'
  throw new Problem('invalid-request', {
    detail: `limit: ${detail}`,
    errors: [{ pointer: 'limit', detail }],
  })
}
