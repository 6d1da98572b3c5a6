import * as z from 'zod/mini'

const address = z.string().check(z.regex(/^0x[0-9a-f]{40}$/i))
const sharedFields = {
  balance: z.string().check(z.regex(/^0x[0-9a-f]{1,64}$/i)),
  metadata: z.object({
    name: z.string(),
    symbol: z.string(),
    decimals: z.int().check(z.gte(0), z.lte(255)),
    price: z.optional(z.number().check(z.gte(0))),
    value: z.optional(z.number().check(z.gte(0))),
    iconUrl: z.optional(z.string()),
  }),
}

/**
 * Validates the assets of one network as reported by a wallet (ERC-7811). Accepts asset types in upper case, as
 * AppKit defines them, and in lower case, as the standard does. Price, value and icon are optional.
 */
export const walletAssets = z
  .array(
    z.union([
      z.object({ type: z.enum(['ERC20', 'erc20']), address, ...sharedFields }),
      z.object({
        type: z.enum(['NATIVE', 'native']),
        address: z.union([z.literal('native'), address]),
        ...sharedFields,
      }),
    ]),
  )
  .check(z.maxLength(1000))
