import * as z from 'zod/mini'

/** Schemes that would run code or show content in the page, instead of opening an app. */
const unsafeScheme = /^(javascript|data|vbscript|blob|file|filesystem|about):/i

const webLink = z.string().check(z.regex(/^https:\/\/[^\s]+$/i))
/** A link that opens an app: with a custom scheme, or a universal link. */
const appLink = z.string().check(
  z.regex(/^[a-z][a-z0-9+.-]*:[^\s]*$/i),
  z.refine((value) => !unsafeScheme.test(value)),
)

/**
 * A wallet of the list. `id` is its WalletConnect explorer ID if known, otherwise a reverse domain name. `image_url`
 * is a URL or a path of the gateway. `chains` are CAIP-2 IDs; a wallet without them supports EVM chains. `order` is
 * its position in the whole list, starting at 1.
 */
export const wallet = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(128)),
  name: z.string().check(z.minLength(1), z.maxLength(64)),
  homepage: webLink,
  order: z.int(),
  image_id: z.optional(z.string()),
  image_url: z.optional(z.string()),
  badge_type: z.optional(z.enum(['none', 'certified'])),
  description: z.optional(z.string()),
  chains: z.optional(z.array(z.string())),
  link_mode: z.optional(webLink),
  mobile_link: z.optional(appLink),
  desktop_link: z.optional(appLink),
  webapp_link: z.optional(webLink),
  app_store: z.optional(webLink),
  play_store: z.optional(webLink),
  chrome_store: z.optional(webLink),
  rdns: z.optional(z.string()),
  injected: z.optional(z.array(z.object({ namespace: z.string(), injected_id: z.string() }))),
})
export type Wallet = z.infer<typeof wallet>

/** `GET /getWallets`. `count` is the number of matching wallets on all pages. */
export const walletsResponse = z.object({ count: z.int(), data: z.array(wallet) })
export type WalletsResponse = z.infer<typeof walletsResponse>
