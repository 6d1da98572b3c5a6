import * as z from 'zod/mini'

/**
 * An HTTP error: `application/problem+json` (RFC 9457). `code` is for programs, `detail` for developers. `errors`
 * lists invalid fields, by JSON pointer or name of the query parameter.
 */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  code: z.string(),
  detail: z.optional(z.string()),
  instance: z.optional(z.string()),
  requestId: z.optional(z.string()),
  retryable: z.optional(z.boolean()),
  errors: z.optional(z.array(z.object({ pointer: z.string(), detail: z.string() }))),
})
export type Problem = z.infer<typeof problem>
