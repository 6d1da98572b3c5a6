import * as z from 'zod/mini'
import { keyThumbprint, secretHandle, userId } from './primitives.ts'

/**
 * What a visitor takes out of the wallet: the twelve words with the key, a backup file, or a recovery code, once it was typed
 * back. `import` replaces the wallet by one with an imported key.
 */
export const exportKind = z.enum(['words', 'backup', 'code', 'import'])
export type ExportKind = z.infer<typeof exportKind>

/**
 * `POST /v1/exports`: mails the owner that this device exports the wallet's key. `words` need `grant`, the grant of a login
 * whose link was approved and which the gateway has confirmed, in the last ten minutes.
 */
export const exportRequest = z.strictObject({ userId, kind: exportKind, grant: z.optional(secretHandle) })
export type ExportRequest = z.infer<typeof exportRequest>

/** The statement to hand to the gateway: a JWS of `exportNoticed`. */
export const exportResponse = z.object({ statement: z.string() })
export type ExportResponse = z.infer<typeof exportResponse>

/**
 * `typ: "export-noticed+jwt"`: the vault has mailed the owner about this export, and for `words` has verified the mailbox just
 * now. Valid once, for two minutes.
 */
export const exportNoticed = z.object({
  iss: z.string(),
  aud: z.literal('portico-gateway'),
  sub: userId,
  jkt: keyThumbprint,
  kind: exportKind,
  iat: z.number(),
  exp: z.number(),
  jti: z.string(),
})
export type ExportNoticed = z.infer<typeof exportNoticed>
