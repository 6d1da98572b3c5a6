import * as z from 'zod/mini'
import { createWalletRequest } from './embedded.ts'

/*
 * `/wallet/v1/imports…`: replaces the user's wallet by one with an imported key. The old wallet is retired: it stays stored,
 * with all its slots, and can be opened as before.
 */

/**
 * `POST /wallet/v1/imports`: the new wallet, `pending` until it is confirmed with `/imports/:id/confirm`, as a first one is.
 * `replaces` is the ID of the current wallet, `statement` the vault's, that it has mailed the owner (`export-noticed+jwt` with
 * the kind `import`). Answers as for a first wallet.
 */
export const importWalletRequest = z.strictObject({
  ...createWalletRequest.shape,
  replaces: createWalletRequest.shape.walletId,
  statement: z.string().check(z.minLength(1), z.maxLength(4096)),
})
export type ImportWalletRequest = z.infer<typeof importWalletRequest>

/** `GET /wallet/v1/wallets`: the user's retired wallets, the latest first. */
export const retiredWalletsResponse = z.object({
  data: z.array(z.object({ walletId: z.string(), address: z.string(), status: z.literal('retired') })),
})
export type RetiredWalletsResponse = z.infer<typeof retiredWalletsResponse>
