import * as z from 'zod/mini'

/** Schemes that would run in the page that follows the link, instead of leaving it. */
const runsHere = /^(javascript|data|vbscript|blob|file|filesystem|about):/i

const webLink = z.string().check(z.regex(/^https:\/\/[^\s]+$/i))
/** A link that opens an app: its own scheme, or a universal link. */
const appLink = z.string().check(
  z.regex(/^[a-z][a-z0-9+.-]*:[^\s]*$/i),
  z.refine((value) => !runsHere.test(value)),
)

/**
 * One wallet of the list. `id` is the WalletConnect explorer's where it is known, else a reverse domain name.
 * `image_url` is an address, or a path of the gateway that answered. `chains` are CAIP-2 ids; a wallet without them is one
 * for EVM chains. `order` is its place in the whole list, from 1.
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

/** `GET /getWallets`. `count` is how many wallets match, on all pages. */
export const walletsResponse = z.object({ count: z.int(), data: z.array(wallet) })
export type WalletsResponse = z.infer<typeof walletsResponse>
