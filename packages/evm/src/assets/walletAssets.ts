import * as z from 'zod/mini'

const address = z.string().check(z.regex(/^0x[0-9a-f]{40}$/i))
const described = {
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
 * The assets of one network as a wallet reports them (ERC-7811), by the field types of the product's
 * specification. Of the standard are the small letters, and that price, value and icon may be absent.
 */
export const walletAssets = z
  .array(
    z.union([
      z.object({ type: z.enum(['ERC20', 'erc20']), address, ...described }),
      z.object({
        type: z.enum(['NATIVE', 'native']),
        address: z.union([z.literal('native'), address]),
        ...described,
      }),
    ]),
  )
  .check(z.maxLength(1000))
