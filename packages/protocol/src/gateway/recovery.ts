import * as z from 'zod/mini'
import { keyThumbprint, walletPartId } from '../vault/primitives.ts'

/*
 * `/wallet/v1/…`: exporting the key of a wallet, and its recovery code, which opens it without e-mail. The code has 160 bits
 * and never leaves the page; the gateway knows the thumbprint of a key that is derived from it.
 */

const bytes = (maximum: number) => z.string().check(z.regex(/^[A-Za-z0-9_-]+$/), z.maxLength(maximum))
const share = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))
const epoch = z.int().check(z.minimum(0), z.maximum(2 ** 31))

const statement = z.string().check(z.minLength(1), z.maxLength(4096))

/**
 * `POST /wallet/v1/wallets/:id/code`: stores the slot of a recovery code, which replaces that of another code. `proofKey` is
 * the thumbprint of the code's key. `epoch` is the wallet's epoch as read before; storing the slot increments it.
 * `statement` is the vault's, that it has mailed the owner about the code (`export-noticed+jwt` with the kind `code`).
 */
export const codeSlotRequest = z.strictObject({
  slotId: walletPartId,
  wrap: bytes(1024),
  share,
  proofKey: keyThumbprint,
  epoch,
  statement,
})
export type CodeSlotRequest = z.infer<typeof codeSlotRequest>

/**
 * `POST /wallet/v1/recovery`, with a DPoP proof (RFC 9449) by the key of a recovery code and without a session: the encrypted
 * wallet and the gateway's share, which the code opens together.
 */
export const recoveryRequest = z.strictObject({})

export const recoveryResponse = z.object({
  walletId: z.string(),
  userId: z.string(),
  vault: z.string(),
  check: z.string(),
  address: z.string(),
  slot: z.object({ slotId: z.string(), wrap: z.string(), epoch: z.number() }),
  share,
})
export type RecoveryResponse = z.infer<typeof recoveryResponse>

/**
 * `POST /wallet/v1/wallets/:id/slots/:slotId/export`: the vault's statement that it has mailed the owner about this export
 * (`export-noticed+jwt`). Valid once. Returns the gateway's share of the device's own slot.
 */
export const exportShareRequest = z.strictObject({ statement })
export type ExportShareRequest = z.infer<typeof exportShareRequest>
