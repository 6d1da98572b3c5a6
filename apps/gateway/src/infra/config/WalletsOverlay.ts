import { type Wallet, wallet } from '@portico/protocol/gateway'
import * as z from 'zod/mini'

/** An image embedded in the file, so that visitors' browsers never load one from a third party. */
const dataImage = z.string().check(
  z.maxLength(64 * 1024),
  z.regex(/^data:image\/(png|webp|svg\+xml|jpeg|gif);base64,[A-Za-z0-9+/=]+$/, {
    error: 'must be an image as a data URI, such as data:image/png;base64,…',
  }),
)
const entry = z.strictObject({
  ...z.omit(wallet, { order: true }).shape,
  image_url: z.optional(dataImage),
})

/** Schema of `WALLETS_OVERLAY`: the operator's changes to the wallet list. Wallets are identified by ID, rdns or slug. */
export const walletsOverlay = z.strictObject({
  /** Listed first, in this order. */
  add: z.optional(z.array(entry)),
  change: z.optional(z.record(z.string(), z.partial(entry))),
  remove: z.optional(z.array(z.string())),
})

/** A wallet that the operator adds. */
export type OverlayWallet = Omit<Wallet, 'order'>
export type WalletsOverlay = z.infer<typeof walletsOverlay>
