import { isRecord } from '@portico/protocol'
import {
  type Delivery,
  deriveSymKey,
  formatRpcError,
  formatRpcResult,
  generateKeyPair,
  hashKey,
  sealEnvelope,
  sessionErrorCodes,
  sessionMethods,
} from '@portico/protocol/walletconnect'
import type { ProviderRpcError } from '../ProviderRpcError.ts'
import type { PeerRequest } from './createWalletMessenger.ts'
import { decideRequest } from './decideRequest.ts'
import { signCacaos } from './signCacaos.ts'
import { now, type PeerMetadata, sessionLifetime, type WalletConnectContext } from './walletConnectWallet.ts'

/**
 * Handles `wc_sessionAuthenticate` (one-click sign-in): asks the user, signs, and responds on the topic of the
 * application's public key, which establishes the session.
 *
 * @param onUnsupported called when the policy rejects the method as unsupported, before the response is sent.
 */
export async function approveSignIn(
  context: WalletConnectContext,
  request: PeerRequest,
  onUnsupported: () => Promise<void>,
): Promise<void> {
  const { evm, messenger, metadata, sessions } = context
  const params = isRecord(request.params) ? request.params : {}
  const requester = isRecord(params.requester) ? params.requester : {}
  const peerPublicKey = String(requester.publicKey)
  const { privateKey, publicKey } = await generateKeyPair()
  const symKey = await deriveSymKey({ privateKey, publicKey: peerPublicKey })
  const respond = (message: string, delivery: Delivery) =>
    messenger.publish({
      topic: hashKey(peerPublicKey),
      message: sealEnvelope({ symKey, message, senderPublicKey: publicKey }),
      ...delivery,
    })
  const { response, reject } = sessionMethods.wc_sessionAuthenticate
  try {
    await decideRequest(context, request)
  } catch (error) {
    const { code = 5000, message } = error as ProviderRpcError
    if (code === sessionErrorCodes.methodUnsupported) await onUnsupported()
    return respond(formatRpcError({ rawId: request.rawId, code, message }), reject)
  }
  const { chains, methods } = context.getSettlement()
  const { cacaos, namespaces } = await signCacaos({
    authPayload: params.authPayload,
    evm,
    chains,
    methods,
  })
  const topic = hashKey(symKey)
  await messenger.open(topic, symKey)
  const peer = requester.metadata as PeerMetadata
  sessions.set(topic, { topic, namespaces, expiry: now() + sessionLifetime, peer })
  const result = { cacaos, responder: { publicKey, metadata } }
  await respond(formatRpcResult({ rawId: request.rawId, result }), response)
}
