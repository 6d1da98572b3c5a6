import { isRecord } from '@portico/protocol'
import { deriveSessionKey } from './deriveSessionKey.ts'
import type { PairingContext, PairingRequest } from './pairing.ts'
import { settleSession } from './settleSession.ts'

/** Milliseconds to keep trying to publish a proposal or a sign-in request. */
export const proposeTimeoutMs = 30_000

/**
 * Sends `wc_sessionPropose`. Everything is proposed as optional, see `namespaces.ts`.
 *
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign/session-proposal
 */
export function proposeSession(context: PairingContext): PairingRequest {
  const { messenger, relay, settlements, metadata, proposed, topic, keyPair, expiryTimestamp } = context
  const { sent, response } = messenger.request({
    topic,
    method: 'wc_sessionPropose',
    params: {
      relays: [{ protocol: 'irn' }],
      requiredNamespaces: {},
      optionalNamespaces: proposed,
      proposer: { publicKey: keyPair.publicKey, metadata },
      expiryTimestamp,
      pairingTopic: topic,
    },
    timeoutMs: proposeTimeoutMs,
  })
  return {
    sent,
    async waitForSession() {
      const approval = await response
      context.onAnswered()
      const { responderPublicKey } = isRecord(approval) ? approval : {}
      const session = await deriveSessionKey({
        privateKey: keyPair.privateKey,
        publicKey: responderPublicKey,
      })
      try {
        return await settleSession(context, {
          ...session,
          responderPublicKey: responderPublicKey as string,
        })
      } catch (error) {
        relay.unsubscribe(session.topic)
        messenger.close(session.topic, error as Error)
        throw error
      } finally {
        settlements.delete(session.topic)
      }
    },
  }
}
