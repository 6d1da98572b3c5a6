import * as z from 'zod/mini'

/** `GET /v1/identity/{address}`: the name and avatar of an address. `resolvedAt` is ISO 8601. */
export const identityResponse = z.object({
  name: z.nullable(z.string()),
  avatar: z.nullable(z.string()),
  resolvedAt: z.string(),
})
export type IdentityResponse = z.infer<typeof identityResponse>
