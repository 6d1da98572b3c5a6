import { z } from 'zod'

const dateTime = z.iso.datetime({ offset: true })

/** Schema of what an application asks of the relay: the fields of the message to sign (EIP-4361). */
export const channelRequest = z.strictObject({
  siweUri: z.url(),
  /** Host, with the port if there is one. */
  domain: z.string().regex(/^[a-zA-Z0-9.-]+(:[0-9]+)?$/),
  nonce: z.string().optional(),
  notBefore: dateTime.optional(),
  expirationTime: dateTime.optional(),
  requestId: z.string().optional(),
  /** Where the app sends the person after the login. */
  redirectUrl: z.string().optional(),
  /** Whether an auth address may sign instead of the custody address. */
  acceptAuthAddress: z.boolean().optional(),
})

export type ChannelRequest = z.output<typeof channelRequest>
