import { type Wallet, wallet } from '@portico/protocol/gateway'
import * as z from 'zod/mini'

/** A picture within the file: no visitor is sent elsewhere for one. */
const dataImage = z.string().check(
  z.maxLength(64 * 1024),
  z.regex(/^data:image\/(png|webp|svg\+xml|jpeg|gif);base64,[A-Za-z0-9+/=]+$/, {
    error: 'must be a picture as data:image/…;base64,…',
  }),
)
const entry = z.strictObject({
  ...z.omit(wallet, { order: true }).shape,
  image_url: z.optional(dataImage),
})

/** `WALLETS_OVERLAY`: what an operator changes about the wallet list. Wallets are named by id, rdns or slug. */
export const walletsOverlay = z.strictObject({
  /** Listed first, in this order. */
  add: z.optional(z.array(entry)),
  change: z.optional(z.record(z.string(), z.partial(entry))),
  remove: z.optional(z.array(z.string())),
})

/** A wallet of an operator, or part of one. */
export type OverlayWallet = Omit<Wallet, 'order'>
export type WalletsOverlay = z.infer<typeof walletsOverlay>
