import { getRpcCode, isRecord, rpcErrorCodes } from '@portico/protocol'
import { hashKey, isHex32, sessionErrorCodes } from '@portico/protocol/walletconnect'
import { deriveSessionKey } from './deriveSessionKey.ts'
import type { ConnectedWallet, OneClick, PairingContext, PairingRequest } from './pairing.ts'
import { connectionAborted, invalidResponseError } from './pairingErrors.ts'
import { parsePeer } from './peer.ts'
import { proposeTimeoutMs } from './proposeSession.ts'
import { type Session, sessionLifetime } from './Session.ts'

/** The error codes of wallets that do not support `wc_sessionAuthenticate`. */
const unsupportedCodes: readonly (number | undefined)[] = [
  sessionErrorCodes.methodUnsupported,
  sessionErrorCodes.invalidMethod,
  rpcErrorCodes.methodNotFound,
]

/**
 * Sends `wc_sessionAuthenticate` (one-click sign-in): the wallet signs in and establishes the session in one step.
 * Returns `undefined` unless all proposed chains are of `eip155`, which the method is limited to.
 *
 * The response is encrypted for our public key and arrives on its own topic.
 *
 * @param lazy the lazy-loaded `auth/oneClick.ts`.
 */
export function authenticateSession(
  context: PairingContext,
  { signIn, verify }: OneClick,
  { createAuthPayload, parseAuthResponse }: typeof import('../auth/oneClick.ts'),
): (PairingRequest & { responseTopic: string }) | undefined {
  const { messenger, store, metadata, proposed, topic, keyPair, expiryTimestamp } = context
  if (Object.keys(proposed).join() !== 'eip155') return undefined
  const { privateKey, publicKey } = keyPair
  const authPayload = createAuthPayload(signIn, proposed)
  const responseTopic = hashKey(publicKey)
  messenger.open(responseTopic, { privateKey })
  const request = messenger.request({
    topic,
    responseTopic,
    method: 'wc_sessionAuthenticate',
    params: { authPayload, requester: { publicKey, metadata }, expiryTimestamp },
    timeoutMs: proposeTimeoutMs,
  })

  async function createSession(response: unknown): Promise<ConnectedWallet> {
    context.onAnswered()
    const result = await parseAuthResponse({ response, authPayload, proposed, verify }).catch(
      (error: unknown) => {
        void rejectSession(response).catch(() => {})
        throw error
      },
    )
    const keys = await deriveSessionKey({ privateKey, publicKey: result.responderPublicKey })
    if (context.isOver()) throw invalidResponseError(connectionAborted.message, connectionAborted.code)
    const session: Session = {
      ...keys,
      peer: parsePeer(result.responderMetadata),
      namespaces: result.namespaces,
      proposed,
      expiry: Math.floor(Date.now() / 1000) + sessionLifetime,
      updatedAt: 0,
    }
    messenger.open(session.topic, { symKey: session.symKey })
    await store.updateSessions((sessions) => [...sessions, session])
    return { session, proofs: result.proofs }
  }

  /** Ends the session on the wallet's side, which counts it as established once it has responded. */
  async function rejectSession(response: unknown): Promise<void> {
    const { responder } = isRecord(response) ? response : {}
    const { publicKey: responderPublicKey } = isRecord(responder) ? responder : {}
    if (!isHex32(responderPublicKey)) return
    const keys = await deriveSessionKey({ privateKey, publicKey: responderPublicKey })
    messenger.open(keys.topic, keys)
    const params = {
      code: sessionErrorCodes.signatureVerificationFailed,
      message: 'The sign-in was not valid.',
    }
    messenger
      .notify({ topic: keys.topic, method: 'wc_sessionDelete', params, timeoutMs: proposeTimeoutMs })
      .catch(() => {})
    messenger.close(keys.topic, invalidResponseError(params.message, params.code))
  }

  return {
    responseTopic,
    sent: request.sent,
    waitForSession: () =>
      request.response.then(createSession).catch((error: unknown) => {
        // A wallet without support responds to the proposal instead: let that decide.
        if (unsupportedCodes.includes(getRpcCode(error))) return new Promise<never>(() => {})
        throw error
      }),
  }
}
