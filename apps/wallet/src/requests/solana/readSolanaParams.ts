import * as z from 'zod/mini'
import { RequestRefusedError } from '../RequestRefusedError.ts'

/**
 * Parses the parameters of a request.
 *
 * @throws {RequestRefusedError} naming the parameter that is wrong
 */
export function readSolanaParams<T extends z.ZodMiniType>(
  method: string,
  schema: T,
  params: unknown,
): z.infer<T> {
  const read = z.safeParse(schema, params)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new RequestRefusedError({
    reason: `The parameters of ${method} are invalid: ${issue?.path.join('.') || 'params'}.`,
  })
}
