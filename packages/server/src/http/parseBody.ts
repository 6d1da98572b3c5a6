import type * as z from 'zod/mini'
import { CommonProblem } from './CommonProblem.ts'
import { describeIssues, errorWords } from './describeIssues.ts'
import { readBody } from './readBody.ts'

/**
 * Reads a JSON body by a schema. The content type is not looked at: beacons and requests without a preflight carry none.
 *
 * @throws {CommonProblem} `body-too-large` or `invalid-request`, which names the fields.
 */
export async function parseBody<Schema extends z.ZodMiniType>({
  request,
  schema,
  limit = 64 * 1024,
}: {
  request: Request
  schema: Schema
  /** Bytes. */
  limit?: number
}): Promise<z.output<Schema>> {
  const text = await readBody({ request, limit })
  if (text === undefined) throw new CommonProblem('body-too-large', { detail: `At most ${limit} bytes.` })
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    const errors = [{ pointer: '', detail: 'The body must be JSON.' }]
    throw new CommonProblem('invalid-request', { detail: 'The body is not JSON.', errors })
  }
  const result = schema.safeParse(value, { error: errorWords })
  if (result.success) return result.data
  throw new CommonProblem('invalid-request', {
    detail: 'The body has fields that are missing or wrong.',
    errors: describeIssues(result.error),
  })
}
