import { HttpProblem } from './HttpProblem.ts'

/**
 * Reads `limit`: 1 to 100, 25 if left out.
 *
 * @throws {HttpProblem} `invalid-request`, which names it.
 */
export function readLimit(value: string | undefined): number {
  if (value === undefined || value === '') return 25
  if (/^\d{1,3}$/.test(value) && Number(value) >= 1 && Number(value) <= 100) return Number(value)
  const detail = 'Must be a whole number from 1 to 100.'
  throw new HttpProblem('invalid-request', {
    detail: `limit: ${detail}`,
    errors: [{ pointer: 'limit', detail }],
  })
}
