import { isRecord } from '@portico/protocol'
import { isHex32 } from '@portico/protocol/walletconnect'
import {
  type ApprovedNamespaces,
  type ProposedNamespaces,
  parseApproval,
  parseProposal,
} from './namespaces.ts'
import { type Peer, parsePeer } from './peer.ts'

/** A session with a wallet, as stored. `symKey` is secret. */
export type Session = {
  topic: string
  symKey: string
  peer: Peer
  namespaces: ApprovedNamespaces
  /** What was proposed. An update may not add namespaces, methods or events to it. */
  proposed: ProposedNamespaces
  /** Seconds since epoch. */
  expiry: number
  /** Milliseconds since epoch of the newest update, taken from its id. Older updates that arrive late are ignored. */
  updatedAt: number
  /** The wallet's `sessionProperties`, such as its capabilities. */
  properties?: Record<string, unknown> | undefined
  /** The wallet's `scopedProperties`: the same for a namespace or a chain. */
  scopedProperties?: Record<string, unknown> | undefined
}

/** The longest lifetime of a session, in seconds: seven days. */
export const sessionLifetime = 7 * 86_400
/** Seconds by which the wallet's clock may be ahead of ours. */
export const clockLeeway = 300

/** Parses a stored session; returns `undefined` for an invalid value. */
export function parseSession(value: unknown): Session | undefined {
  if (!isRecord(value)) return undefined
  const { topic, symKey, peer, expiry, updatedAt, properties, scopedProperties } = value
  const namespaces = parseApproval(value.namespaces)
  const proposed = parseProposal(value.proposed)
  if (!isHex32(topic) || !isHex32(symKey) || !namespaces.ok || !proposed.ok) return undefined
  if (typeof expiry !== 'number' || typeof updatedAt !== 'number' || !isRecord(peer)) return undefined
  const { name, url, icon, nativeLink, universalLink } = peer
  return {
    topic,
    symKey,
    peer: parsePeer({ name, url, icons: [icon], redirect: { native: nativeLink, universal: universalLink } }),
    namespaces: namespaces.namespaces,
    proposed: proposed.namespaces,
    expiry,
    updatedAt,
    ...(isRecord(properties) ? { properties } : {}),
    ...(isRecord(scopedProperties) ? { scopedProperties } : {}),
  }
}
