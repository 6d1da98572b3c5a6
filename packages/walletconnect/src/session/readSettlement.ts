import { sessionErrorCodes } from '@portico/protocol/walletconnect'
import { isRecord } from '../isRecord.ts'
import { type ProposedNamespaces, parseApproval, usableNamespaces } from './namespaces.ts'
import { parsePeer } from './peer.ts'
import { type Session, sessionLifetime } from './Session.ts'

/** Seconds by which the wallet's clock may be ahead. */
const leeway = 300

/** Reads what a wallet settles (`wc_sessionSettle`), or says what is wrong, with the number to answer. */
export function readSettlement({
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
  const no = (message: string) => ({
    ok: false as const,
    code: sessionErrorCodes.invalidSessionSettleRequest,
    message,
  })
  const { controller, expiry, namespaces, sessionProperties } = isRecord(params) ? params : {}
  const { publicKey, metadata } = isRecord(controller) ? controller : {}
  const now = Math.floor(Date.now() / 1000)
  if (publicKey !== responderPublicKey) return no('The controller is another than who answered')
  if (typeof expiry !== 'number' || !(expiry > now)) return no('The session has expired already')
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
    expiry: Math.min(Math.floor(expiry), now + sessionLifetime + leeway),
    updatedAt: 0,
    ...(isRecord(sessionProperties) ? { properties: sessionProperties } : {}),
  }
  return { ok: true, session }
}
