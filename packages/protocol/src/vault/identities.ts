import * as z from 'zod/mini'
import { userId } from './primitives.ts'

/*
 * The file with which the gateway learns the addresses of users from before introductions. Each line is one batch: a JWS of
 * the vault (`typ: "identities+jwt"`, ES256), so that nobody else can add a user, in a JWE in compact form (ECDH-ES with
 * A256GCM) to an `enc` key of the gateway, with `typ` set to `identityBatchType`.
 */

/** The `typ` of the lines, so that nothing else that is encrypted to the gateway passes for one. */
export const identityBatchType = 'portico-identities+jwe'

/** The signed claims of a line. `batch` counts from 0; a file whose last batch is missing is incomplete. */
export const identityBatch = z.object({
  iss: z.string(),
  aud: z.literal('portico-gateway'),
  iat: z.number(),
  exportId: z.string().check(z.regex(/^[\w-]{22}$/)),
  batch: z.int().check(z.nonnegative()),
  isLast: z.boolean(),
  users: z
    .array(z.strictObject({ userId, email: z.string().check(z.maxLength(320)) }))
    .check(z.maxLength(1000)),
})
export type IdentityBatch = z.infer<typeof identityBatch>
