import * as z from 'zod/mini'

const name = z.string().check(z.minLength(1), z.maxLength(255))
const coinType = z.int().check(z.minimum(0), z.maximum(0xffff_ffff))

/** Public attributes of a name, as ENS text records: `avatar`, `url` and others. */
export const nameAttributes = z
  .record(
    z.string().check(z.regex(/^[a-z0-9][a-z0-9._-]{0,63}$/, { error: 'must be a key of a text record' })),
    z.string().check(z.maxLength(512)),
  )
  .check(z.refine((value) => Object.keys(value).length <= 32, { error: 'must have 32 entries at most' }))
export type NameAttributes = z.infer<typeof nameAttributes>

/** `GET /v1/profile/nonce`: a nonce for one signed message, valid for five minutes. */
export const nameNonceResponse = z.object({
  nonce: z.string().check(z.minLength(1)),
  /** The origin that the message must contain. */
  gateway: z.string().check(z.minLength(1)),
  /** The domain of all names, such as `portico.local`. */
  zone: name,
  expiresAt: z.iso.datetime(),
})
export type NameNonceResponse = z.infer<typeof nameNonceResponse>

/**
 * The body of `POST /v1/profile/account` and of the requests that change a name: the signed text, see
 * `createNameMessage`. `coin_type` is the SLIP-44 coin type of the account's namespace: 60 for every EVM chain.
 */
export const nameRequest = z.strictObject({
  message: z.string().check(z.minLength(1), z.maxLength(16_384)),
  signature: z.string().check(z.minLength(1), z.maxLength(70_000)),
  coin_type: coinType,
  address: z.string().check(z.minLength(1), z.maxLength(128)),
})
export type NameRequest = z.infer<typeof nameRequest>

/** A registered name. Addresses are by coin type (SLIP-44 or ENSIP-11). */
export const nameRecord = z.object({
  name,
  registered_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  attributes: nameAttributes,
  addresses: z.record(z.string(), z.object({ address: z.string(), created_at: z.iso.datetime() })),
})
export type NameRecord = z.infer<typeof nameRecord>

/** `GET /v1/profile/account/{name}`: with `apiVersion=2` an unknown name is an empty array, otherwise 404. */
export const nameResponse = z.union([nameRecord, z.array(z.never())])
export type NameResponse = z.infer<typeof nameResponse>

/** `GET /v1/profile/reverse/{address}`. */
export const namesOfAddressResponse = z.array(nameRecord)
export type NamesOfAddressResponse = z.infer<typeof namesOfAddressResponse>

/**
 * `GET /v1/profile/suggestions/{name}`: at most five, the requested name first if names like it can be registered.
 */
export const nameSuggestionsResponse = z.object({
  suggestions: z.array(z.object({ name, registered: z.boolean() })),
})
export type NameSuggestionsResponse = z.infer<typeof nameSuggestionsResponse>
