import { BaseError } from '@portico/protocol'
import * as z from 'zod/mini'

/** The relay gave no valid answer, or gave up the channel. */
export class FarcasterRelayError extends BaseError {
  override name = 'FarcasterRelayError'
  static override code = 'farcaster-failed'
  constructor(cause?: unknown) {
    super('The relay of Farcaster gave no valid answer.', { cause })
  }
}

const channel = z.object({
  channelToken: z.string().check(z.minLength(1), z.maxLength(512)),
  url: z.string().check(z.maxLength(2048)),
})
/** A channel between the wallet and the Farcaster app. `url` opens the app. */
export type FarcasterChannel = z.infer<typeof channel>

const completed = z.object({
  message: z.string().check(z.minLength(1), z.maxLength(4096)),
  signature: z.string().check(z.regex(/^0x[0-9a-fA-F]+$/), z.maxLength(8192)),
  username: z.optional(z.nullable(z.string())),
})
/** The message that the visitor has signed in the app. Nothing of it is verified here: both servers do. */
export type SignedFarcasterLogin = z.infer<typeof completed>

/** Milliseconds for one answer. */
const timeoutMs = 10_000

/** Creates a client of the relay that carries a login between this frame and the Farcaster app (FIP-11). */
export function createFarcasterRelay({ url, fetch }: { url: string; fetch: typeof globalThis.fetch }) {
  async function call(path: string, init: RequestInit): Promise<Response> {
    try {
      // The relay needs to know neither the visitor nor the page.
      return await fetch(`${url}${path}`, {
        ...init,
        credentials: 'omit',
        signal: AbortSignal.timeout(timeoutMs),
      })
    } catch (error) {
      throw new FarcasterRelayError(error)
    }
  }

  async function read<schema extends z.core.$ZodType>(response: Response, schema: schema) {
    const parsed = z.safeParse(schema, await response.json().catch(() => undefined))
    if (!parsed.success) throw new FarcasterRelayError(parsed.error)
    return parsed.data
  }

  return {
    /** Opens a channel, in which the app is asked to sign a message with these fields (EIP-4361). */
    async open(fields: { siweUri: string; domain: string; nonce: string }): Promise<FarcasterChannel> {
      const response = await call('/v1/channel', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(fields),
      })
      if (!response.ok) throw new FarcasterRelayError()
      return read(response, channel)
    },

    /**
     * Returns what the visitor has signed, once. `pending`: nothing yet, or the relay is unreachable.
     *
     * @throws FarcasterRelayError if the channel is gone
     */
    async readStatus(channelToken: string): Promise<SignedFarcasterLogin | 'pending'> {
      const headers = { authorization: `Bearer ${channelToken}` }
      const response = await call('/v1/channel/status', { headers }).catch(() => undefined)
      if (!response || response.status === 202 || response.status === 429 || response.status >= 500)
        return 'pending'
      if (!response.ok) throw new FarcasterRelayError()
      return read(response, completed)
    },
  }
}

export type FarcasterRelay = ReturnType<typeof createFarcasterRelay>
