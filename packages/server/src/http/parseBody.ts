import type * as z from 'zod/mini'
import { Problem } from '../problems/Problem.ts'
import { describeIssues, errorWords } from './describeIssues.ts'
import { readBody } from './readBody.ts'

/**
 * Reads and validates a JSON body. The content type is not checked: beacons and requests without a preflight have none.
 *
 * @throws {Problem} `body-too-large`, or `invalid-request` with the invalid fields.
 */
export async function parseBody<Schema extends z.ZodMiniType>({
  request,
  schema,
  limit = 64 * 1024,
}: {
  request: Request
  schema: Schema
  /** Maximum size in bytes. */
  limit?: number
}): Promise<z.output<Schema>> {
  const text = await readBody({ request, limit })
  if (text === undefined) throw new Problem('body-too-large', { detail: `At most ${limit} bytes.` })
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    const errors = [{ pointer: '', detail: 'The body must be JSON.' }]
    throw new Problem('invalid-request', { detail: 'The body is not JSON.', errors })
  }
  const result = schema.safeParse(value, { error: errorWords })
  if (result.success) return result.data
  throw new Problem('invalid-request', {
    detail: 'The body has missing or invalid fields.',
    errors: describeIssues(result.error),
  })
}
