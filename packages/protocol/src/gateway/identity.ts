import * as z from 'zod/mini'

/**
 * `GET /v1/identity/{address}`: the name and avatar of an address. `avatar` is a `data:` URL or a path of the gateway.
 * `resolvedAt` is ISO 8601. `maxAge` is how long a client may keep the response, in seconds from its
 * arrival; five minutes if it is missing.
 */
export const identityResponse = z.object({
  name: z.nullable(z.string()),
  avatar: z.nullable(z.string()),
  resolvedAt: z.string(),
  maxAge: z.optional(z.number()),
})
export type IdentityResponse = z.infer<typeof identityResponse>
