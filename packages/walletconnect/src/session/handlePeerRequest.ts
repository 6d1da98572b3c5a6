import { isCaipNetworkId, isRecord } from '@portico/protocol'
import { sessionErrorCodes } from '@portico/protocol/walletconnect'
import type { MessageOutcome } from '../relay/createMessageQueue.ts'
import type { PeerRequest } from './createRpcMessenger.ts'
import type { SessionStore } from './createSessionStore.ts'
import { parseApproval, usableNamespaces } from './namespaces.ts'
import { clockLeeway, type Session, sessionLifetime } from './Session.ts'

/** An event of a wallet, such as `chainChanged`, for one of its chains. */
export type PeerEvent = { topic: string; chainId: string; name: string; data: unknown }

type Refusal = { code: number; message: string }
type Response = { result: unknown } | { refusal: Refusal }
type Handler = (parameters: {
  session: Session
  request: PeerRequest
  store: SessionStore
  onEvent: (event: PeerEvent) => void
}) => Promise<Response>

const success: Response = { result: true }

/**
 * The requests a wallet may send during a session. It may change what it shares, but never beyond what was proposed.
 * Every refusal has a code of the WalletConnect specification.
 *
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign/rpc-methods
 */
const handlers: Readonly<Record<string, Handler>> = {
  async wc_sessionUpdate({ session, request, store }) {
    const approved = parseApproval(isRecord(request.params) ? request.params.namespaces : undefined)
    if (!approved.ok) return refusal(approved)
    const usable = usableNamespaces({ approved: approved.namespaces, proposed: session.proposed })
    if (!usable.ok) {
      return refusal({ code: sessionErrorCodes.invalidUpdateRequest, message: usable.message })
    }
    const updatedAt = timestampOf(request.id)
    await store.updateSessions((sessions) =>
      sessions.map((stored) =>
        // A late update is confirmed, because the wallet has applied it, but ignored: a newer one was applied here.
        stored.topic === session.topic && stored.updatedAt <= updatedAt
          ? { ...stored, namespaces: usable.namespaces, updatedAt }
          : stored,
      ),
    )
    return success
  },
  async wc_sessionExtend({ session, request, store }) {
    const now = Math.floor(Date.now() / 1000)
    const requested = isRecord(request.params) ? request.params.expiry : undefined
    const expiry = requested === undefined ? now + sessionLifetime : requested
    if (typeof expiry !== 'number' || !Number.isSafeInteger(expiry) || expiry < session.expiry) {
      const message = 'Expiry must be whole seconds, not before the current one'
      return refusal({ code: sessionErrorCodes.invalidExtendRequest, message })
    }
    if (expiry > now + sessionLifetime + clockLeeway) {
      const message = 'Expiry must be within seven days'
      return refusal({ code: sessionErrorCodes.invalidExtendRequest, message })
    }
    await store.updateSessions((sessions) =>
      sessions.map((stored) => (stored.topic === session.topic ? { ...stored, expiry } : stored)),
    )
    return success
  },
  async wc_sessionEvent({ session, request, onEvent }) {
    const { event, chainId } = isRecord(request.params) ? request.params : {}
    const { name, data } = isRecord(event) ? event : {}
    if (typeof name !== 'string' || !isCaipNetworkId(chainId)) {
      const message = 'An event needs a name and a CAIP-2 chain id'
      return refusal({ code: sessionErrorCodes.invalidEvent, message })
    }
    const [namespace = ''] = chainId.split(':')
    const proposed = Object.hasOwn(session.proposed, namespace) ? session.proposed[namespace] : undefined
    const approved = Object.hasOwn(session.namespaces, namespace) ? session.namespaces[namespace] : undefined
    // The chain itself need not be shared: wallets announce a switch before they add the chain to the session.
    if (!approved)
      return refusal({ code: sessionErrorCodes.unauthorizedChain, message: 'Unauthorized chain' })
    if (!approved.events.includes(name) && !proposed?.events.includes(name)) {
      return refusal({ code: sessionErrorCodes.unauthorizedEvent, message: 'Unauthorized event' })
    }
    onEvent({ topic: session.topic, chainId, name, data })
    return success
  },
  async wc_sessionPing() {
    return success
  },
  async wc_sessionDelete({ session, store }) {
    await store.updateSessions((sessions) => sessions.filter(({ topic }) => topic !== session.topic))
    return success
  },
  // The settlement was handled while pairing; this is the wallet's retry.
  async wc_sessionSettle() {
    return success
  },
  async wc_sessionRequest() {
    return refusal({
      code: sessionErrorCodes.unauthorizedMethod,
      message: 'Applications do not answer requests',
    })
  },
}

/**
 * Handles a wallet's request. Every tab receives the message and applies it, but only one of them responds. Returns
 * `ack` once the message was answered and no tab needs it any more.
 */
export async function handlePeerRequest(parameters: {
  session: Session
  request: PeerRequest
  store: SessionStore
  onEvent: (event: PeerEvent) => void
}): Promise<MessageOutcome> {
  const { request, store } = parameters
  const claim = await store.claimMessage(request.hash)
  const handle = Object.hasOwn(handlers, request.method) ? handlers[request.method] : undefined
  const message = 'Unsupported method'
  const response =
    (await handle?.(parameters)) ?? refusal({ code: sessionErrorCodes.methodUnsupported, message })
  if (claim !== 'ours') return claim === 'answered' ? 'ack' : 'leave'
  if ('result' in response) await request.respond(response.result)
  else await request.refuse(response.refusal.code, response.refusal.message)
  await store.markAnswered(request.hash)
  return 'ack'
}

/** Returns the time a request was made, in milliseconds since epoch: the first 13 digits of its id. */
function timestampOf(id: string): number {
  return id.length >= 13 ? Number(id.slice(0, 13)) : 0
}

function refusal({ code, message }: Refusal): Response {
  return { refusal: { code, message } }
}
