import { randomUUID } from 'node:crypto'
import type { ChannelRequest } from './relay/channelRequest.ts'
import type { SignedLogin } from './relay/signedLogin.ts'

/** A login that an application has asked for, as the relay's status endpoint returns it. */
export type Channel = PendingChannel | CompletedChannel

interface ChannelFields {
  nonce: string
  /** Address of the app's page. */
  url: string
  acceptAuthAddress: boolean
  signatureParams: ChannelRequest & { nonce: string }
  /** Who asked for the login. */
  metadata: { ip: string; userAgent: string }
}

export interface PendingChannel extends ChannelFields {
  state: 'pending'
}

export interface CompletedChannel extends ChannelFields, SignedLogin {
  state: 'completed'
  custody: `0x${string}`
  verifications: readonly string[]
}

/** The relay's channels, in memory. */
export interface Channels {
  /** Adds a channel, made from its new token. */
  open(create: (channelToken: string) => PendingChannel): string
  read(channelToken: string): Channel | undefined
  /** Replaces the state of a channel; its life is not extended. */
  update(channelToken: string, channel: Channel): void
  close(channelToken: string): void
}

const lifeMs = 3_600_000

/** Creates the store of channels, which live for an hour. */
export function createChannels({ now }: { now: () => number }): Channels {
  const entries = new Map<string, { channel: Channel; expiresAt: number }>()
  const find = (channelToken: string) => {
    const entry = entries.get(channelToken)
    return entry && entry.expiresAt > now() ? entry : undefined
  }
  return {
    open(create) {
      const channelToken = randomUUID()
      entries.set(channelToken, { channel: create(channelToken), expiresAt: now() + lifeMs })
      return channelToken
    },
    read: (channelToken) => find(channelToken)?.channel,
    update(channelToken, channel) {
      const entry = find(channelToken)
      if (entry) entry.channel = channel
    },
    close: (channelToken) => void entries.delete(channelToken),
  }
}
