import * as z from 'zod/mini'

/*
 * `/wallet/v1/permissions`: the permissions that a user has granted (ERC-7710), so that another browser of the user can revoke them. They
 * are delegations without their signatures, which the gateway never gets: with one, the delegate could use it.
 */

const evmAddress = z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/))
const hash = z.string().check(z.regex(/^0x[0-9a-f]{64}$/))

/** A delegation of an account, derived from no other one, without `args` and signature. At most 16 caveats of 1 KiB each. */
export const walletDelegation = z.strictObject({
  delegate: evmAddress,
  delegator: evmAddress,
  caveats: z
    .array(
      z.strictObject({
        enforcer: evmAddress,
        terms: z.string().check(z.maxLength(2050), z.regex(/^0x([0-9a-f]{2})*$/)),
      }),
    )
    .check(z.maxLength(16)),
  salt: z.string().check(z.regex(/^0x[0-9a-f]{1,64}$/)),
})
export type WalletDelegation = z.infer<typeof walletDelegation>

/** `POST /wallet/v1/permissions`: stores a permission. `expiresAt` is in seconds since 1970, at most eight days from now. */
export const storePermissionRequest = z.strictObject({
  chainId: z.string().check(z.regex(/^eip155:\d{1,20}$/)),
  /** The hash of the delegation. */
  hash,
  delegation: walletDelegation,
  expiresAt: z.int().check(z.positive()),
})
export type StorePermissionRequest = z.infer<typeof storePermissionRequest>

/** `GET /wallet/v1/permissions`: those of the user on all pages, the newest first. `origin` is that of the session that stored it. */
export const walletPermissionsResponse = z.object({
  permissions: z.array(
    z.object({
      chainId: z.string(),
      hash: z.string(),
      delegation: walletDelegation,
      origin: z.string(),
      expiresAt: z.number(),
      /** When the user sent the transaction that revokes it, in ISO 8601. Whether it did is on the chain. */
      revokedAt: z.optional(z.string()),
    }),
  ),
})
export type WalletPermissionsResponse = z.infer<typeof walletPermissionsResponse>
