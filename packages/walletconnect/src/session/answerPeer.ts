import { isCaipNetworkId } from '@portico/protocol'
import { sessionErrorCodes } from '@portico/protocol/walletconnect'
import { isRecord } from '../isRecord.ts'
import type { PeerRequest } from './createMessenger.ts'
import type { Vault } from './createVault.ts'
import { parseApproval, usableNamespaces } from './namespaces.ts'
import { type Session, sessionLifetime } from './Session.ts'

/** An event of a wallet, such as `chainChanged`, for one of its chains. */
export type PeerEvent = { topic: string; chainId: string; name: string; data: unknown }

type Refusal = { code: number; message: string }
type Answer = { result: unknown } | { refusal: Refusal }
type Handler = (parameters: {
  session: Session
  request: PeerRequest
  vault: Vault
  onEvent: (event: PeerEvent) => void
}) => Promise<Answer>

const yes: Answer = { result: true }
/** Seconds by which the wallet's clock may be ahead. */
const leeway = 300

/**
 * What a wallet may ask of the application during a session. It may change what it shares, never go beyond what was
 * proposed; every refusal has its number.
 *
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign/rpc-methods
 */
const handlers: Readonly<Record<string, Handler>> = {
  async wc_sessionUpdate({ session, request, vault }) {
    const approved = parseApproval(isRecord(request.params) ? request.params.namespaces : undefined)
    if (!approved.ok) return no(approved)
    const usable = usableNamespaces({ approved: approved.namespaces, proposed: session.proposed })
    if (!usable.ok) {
      return no({ code: sessionErrorCodes.invalidUpdateRequest, message: usable.message })
    }
    const updatedAt = momentOf(request.id)
    await vault.updateSessions((sessions) =>
      sessions.map((one) =>
        // A late one is agreed to, as the wallet has moved on, and changes nothing.
        one.topic === session.topic && one.updatedAt <= updatedAt
          ? { ...one, namespaces: usable.namespaces, updatedAt }
          : one,
      ),
    )
    return yes
  },
  async wc_sessionExtend({ session, request, vault }) {
    const now = Math.floor(Date.now() / 1000)
    const given = isRecord(request.params) ? request.params.expiry : undefined
    const expiry = given === undefined ? now + sessionLifetime : given
    if (typeof expiry !== 'number' || !Number.isSafeInteger(expiry) || expiry < session.expiry) {
      const message = 'Expiry must be in seconds, and not before the present one'
      return no({ code: sessionErrorCodes.invalidExtendRequest, message })
    }
    if (expiry > now + sessionLifetime + leeway) {
      const message = 'Expiry must be within seven days'
      return no({ code: sessionErrorCodes.invalidExtendRequest, message })
    }
    await vault.updateSessions((sessions) =>
      sessions.map((one) => (one.topic === session.topic ? { ...one, expiry } : one)),
    )
    return yes
  },
  async wc_sessionEvent({ session, request, onEvent }) {
    const { event, chainId } = isRecord(request.params) ? request.params : {}
    const { name, data } = isRecord(event) ? event : {}
    if (typeof name !== 'string' || !isCaipNetworkId(chainId)) {
      return no({ code: sessionErrorCodes.invalidEvent, message: 'An event has a name and a CAIP-2 chain' })
    }
    const [family = ''] = chainId.split(':')
    const proposed = Object.hasOwn(session.proposed, family) ? session.proposed[family] : undefined
    const approved = Object.hasOwn(session.namespaces, family) ? session.namespaces[family] : undefined
    // Wallets also tell of a chain they have just moved to and do not share yet: the provider decides about that.
    if (!approved) return no({ code: sessionErrorCodes.unauthorizedChain, message: 'Unauthorized chain' })
    if (!approved.events.includes(name) && !proposed?.events.includes(name)) {
      return no({ code: sessionErrorCodes.unauthorizedEvent, message: 'Unauthorized event' })
    }
    onEvent({ topic: session.topic, chainId, name, data })
    return yes
  },
  async wc_sessionPing() {
    return yes
  },
  async wc_sessionDelete({ session, vault }) {
    // At once: the visitor ended it in the wallet and looks at the page now.
    await vault.updateSessions((sessions) => sessions.filter(({ topic }) => topic !== session.topic))
    return yes
  },
  // Answered when the session was made; this is the wallet's retry.
  async wc_sessionSettle() {
    return yes
  },
  async wc_sessionRequest() {
    return no({ code: sessionErrorCodes.unauthorizedMethod, message: 'Applications answer no requests' })
  },
}

/**
 * Answers a wallet. All tabs hear a message and each takes it in; only one of them answers. Says whether the message
 * was dealt with for all tabs.
 */
export async function answerPeer(parameters: {
  session: Session
  request: PeerRequest
  vault: Vault
  onEvent: (event: PeerEvent) => void
}): Promise<'done' | 'leave'> {
  const { request, vault } = parameters
  const claim = await vault.claim(request.hash)
  const handle = Object.hasOwn(handlers, request.method) ? handlers[request.method] : undefined
  const message = 'Unsupported method'
  const answer = (await handle?.(parameters)) ?? no({ code: sessionErrorCodes.methodUnsupported, message })
  if (claim !== 'ours') return claim === 'answered' ? 'done' : 'leave'
  if ('result' in answer) await request.respond(answer.result)
  else await request.refuse(answer.refusal.code, answer.refusal.message)
  await vault.settle(request.hash)
  return 'done'
}

/** The milliseconds an id begins with. */
function momentOf(id: string): number {
  return id.length >= 13 ? Number(id.slice(0, 13)) : 0
}

function no({ code, message }: Refusal): Answer {
  return { refusal: { code, message } }
}
