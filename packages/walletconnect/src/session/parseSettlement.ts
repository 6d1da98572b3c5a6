import { isRecord } from '@portico/protocol'
import { sessionErrorCodes } from '@portico/protocol/walletconnect'
import { type ProposedNamespaces, parseApproval, usableNamespaces } from './namespaces.ts'
import { parsePeer } from './peer.ts'
import { clockLeeway, type Session, sessionLifetime } from './Session.ts'

/**
 * Parses the params of `wc_sessionSettle` into a session. Otherwise returns the error code and message to respond
 * with.
 */
export function parseSettlement({
  params,
  proposed,
  topic,
  symKey,
  responderPublicKey,
}: {
  params: unknown
  proposed: ProposedNamespaces
  topic: string
  symKey: string
  responderPublicKey: string
}): { ok: true; session: Session } | { ok: false; code: number; message: string } {
  const invalid = (message: string) => ({
    ok: false as const,
    code: sessionErrorCodes.invalidSessionSettleRequest,
    message,
  })
  const { controller, expiry, namespaces, sessionProperties, scopedProperties } = isRecord(params)
    ? params
    : {}
  const { publicKey, metadata } = isRecord(controller) ? controller : {}
  const now = Math.floor(Date.now() / 1000)
  if (publicKey !== responderPublicKey) return invalid('The controller is not the peer that responded')
  if (typeof expiry !== 'number' || !(expiry > now)) return invalid('The session has already expired')
  const approved = parseApproval(namespaces)
  if (!approved.ok) return approved
  const usable = usableNamespaces({ approved: approved.namespaces, proposed })
  if (!usable.ok) return usable
  const session = {
    topic,
    symKey,
    peer: parsePeer(metadata),
    namespaces: usable.namespaces,
    proposed,
    expiry: Math.min(Math.floor(expiry), now + sessionLifetime + clockLeeway),
    updatedAt: 0,
    ...(isRecord(sessionProperties) ? { properties: sessionProperties } : {}),
    ...(isRecord(scopedProperties) ? { scopedProperties } : {}),
  }
  return { ok: true, session }
}
