import { isHex32 } from '@portico/protocol/walletconnect'
import { isRecord } from '../isRecord.ts'
import {
  type ApprovedNamespaces,
  type ProposedNamespaces,
  parseApproval,
  parseProposal,
} from './namespaces.ts'
import { type Peer, parsePeer } from './peer.ts'

/** A session with a wallet, as it is kept. `symKey` is secret. */
export type Session = {
  topic: string
  symKey: string
  peer: Peer
  namespaces: ApprovedNamespaces
  /** What was asked for: an update may not go beyond its families, methods and events. */
  proposed: ProposedNamespaces
  /** Seconds since 1970. */
  expiry: number
  /** The moment of the newest update, as its id tells (milliseconds): older ones that come late change nothing. */
  updatedAt: number
  /** What the wallet said about the whole session, such as its capabilities. */
  properties?: Record<string, unknown> | undefined
}

/** Longest life of a session, in seconds. */
export const sessionLifetime = 7 * 86_400

/** Reads a stored session; `undefined` for anything else. */
export function parseSession(value: unknown): Session | undefined {
  if (!isRecord(value)) return undefined
  const { topic, symKey, peer, expiry, updatedAt, properties } = value
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
  }
}
