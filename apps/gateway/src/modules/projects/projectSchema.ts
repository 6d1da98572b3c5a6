import { projectFeature } from '@portico/protocol/gateway'
import * as z from 'zod/mini'
import { isOriginPattern } from './matchOrigin.ts'

/** Schema of a project ID. */
export const projectId = z
  .string()
  .check(z.regex(/^[\w.-]{1,64}$/, { error: 'must be 1–64 letters, digits, . _ -' }))

const originPattern = z.string().check(
  z.refine(isOriginPattern, {
    error: 'must be an origin such as https://app.example, https://*.app.example, *://localhost:* or *',
  }),
)

/** Schema of a project's settings, in `PROJECTS` or on the command line. */
export const projectSchema = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(100)),
  allowedOrigins: z.array(originPattern),
  unitsPerMinute: z.optional(z.int().check(z.minimum(1), z.maximum(1e9))),
  features: z.optional(z.array(projectFeature).check(z.maxLength(100))),
})
