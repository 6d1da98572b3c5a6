import * as z from 'zod/mini'

const name = z.string().check(z.minLength(1), z.maxLength(255))
const coinType = z.int().check(z.minimum(0), z.maximum(0xffff_ffff))

/** Facts about a name that others may read: ENS text records, such as `avatar` or `url`. */
export const nameAttributes = z
  .record(
    z.string().check(z.regex(/^[a-z0-9][a-z0-9._-]{0,63}$/, { error: 'must be a key of a text record' })),
    z.string().check(z.maxLength(512)),
  )
  .check(z.refine((value) => Object.keys(value).length <= 32, { error: 'must have 32 entries at most' }))
export type NameAttributes = z.infer<typeof nameAttributes>

/** `GET /v1/profile/nonce`: for one signed message, within five minutes. */
export const nameNonceResponse = z.object({
  nonce: z.string().check(z.minLength(1)),
  /** Origin the message has to name. */
  gateway: z.string().check(z.minLength(1)),
  /** What names end in: `portico.local`. */
  zone: name,
  expiresAt: z.iso.datetime(),
})
export type NameNonceResponse = z.infer<typeof nameNonceResponse>

/**
 * Body of `POST /v1/profile/account` and of what changes a name: the text as it was signed, see `createNameMessage`.
 * `coin_type` is SLIP-44 of the account's family: 60 for every EVM chain.
 */
export const nameRequest = z.strictObject({
  message: z.string().check(z.minLength(1), z.maxLength(16_384)),
  signature: z.string().check(z.minLength(1), z.maxLength(70_000)),
  coin_type: coinType,
  address: z.string().check(z.minLength(1), z.maxLength(128)),
})
export type NameRequest = z.infer<typeof nameRequest>

/** What is kept of a name. Addresses are by coin type: SLIP-44 or ENSIP-11. */
export const nameRecord = z.object({
  name,
  registered_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  attributes: nameAttributes,
  addresses: z.record(z.string(), z.object({ address: z.string(), created_at: z.iso.datetime() })),
})
export type NameRecord = z.infer<typeof nameRecord>

/** `GET /v1/profile/account/{name}`: with `apiVersion=2` an unknown name is an empty list, else 404. */
export const nameResponse = z.union([nameRecord, z.array(z.never())])
export type NameResponse = z.infer<typeof nameResponse>

/** `GET /v1/profile/reverse/{address}`. */
export const namesOfAddressResponse = z.array(nameRecord)
export type NamesOfAddressResponse = z.infer<typeof namesOfAddressResponse>

/** `GET /v1/profile/suggestions/{name}`: five at most, the wanted one first if it may be had at all. */
export const nameSuggestionsResponse = z.object({
  suggestions: z.array(z.object({ name, registered: z.boolean() })),
})
export type NameSuggestionsResponse = z.infer<typeof nameSuggestionsResponse>
