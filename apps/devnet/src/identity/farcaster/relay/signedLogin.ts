import { z } from 'zod'

/** Schema of what the app sends to the relay. The relay verifies none of it: that is the application's task. */
export const signedLogin = z.strictObject({
  message: z.string(),
  signature: z.templateLiteral(['0x', z.string().regex(/^[a-fA-F0-9]{130}$/)]),
  fid: z.int(),
  authMethod: z.enum(['custody', 'authAddress']).optional(),
  username: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,15}(\.eth)?$/)
    .optional(),
  bio: z.string().optional(),
  displayName: z.string().optional(),
  pfpUrl: z.url().optional(),
})

export type SignedLogin = z.output<typeof signedLogin>
