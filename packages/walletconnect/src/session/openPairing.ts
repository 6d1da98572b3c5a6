import { isUserRejection, RpcError, rpcErrorCodes } from '@portico/protocol'
import { formatPairingUri, generateKey, generateKeyPair, hashKey } from '@portico/protocol/walletconnect'
import { authenticateSession } from './authenticateSession.ts'
import type { ConnectedWallet, ConnectWalletParameters, PairingContext, PairingRequest } from './pairing.ts'
import { connectionAborted, pairingEndedError } from './pairingErrors.ts'
import { proposeSession } from './proposeSession.ts'

/** Seconds a pairing URI is valid. */
const pairingLifetime = 300
/** Milliseconds to keep trying to publish the message that ends a pairing. */
const endTimeoutMs = 5_000

/** A pairing URI and its outcome. */
export type Pairing = {
  uri: string
  /** Milliseconds since epoch. */
  expiresAt: number
  result: Promise<ConnectedWallet>
  /** Whether a wallet has responded, even if the session is not settled yet. */
  isAnswered(): boolean
  /** Unsubscribes and deletes the keys. With `notify`, also sends `wc_pairingDelete` to a wallet that may show the proposal. */
  end(notify?: 'notify'): void
}

/**
 * Creates a pairing and proposes a session over it. Resolves when the relay has accepted the proposal; `result` settles
 * when the wallet has responded.
 *
 * @param isOver whether another pairing was answered or the user aborted.
 */
export async function openPairing(
  parameters: ConnectWalletParameters,
  isOver: () => boolean,
): Promise<Pairing> {
  const { messenger, relay, oneClick } = parameters
  // Lazy-loaded: most applications do not sign in while connecting.
  const lazy = oneClick && (await import('../auth/oneClick.ts'))
  const keyPair = await generateKeyPair()
  const symKey = generateKey()
  const topic = hashKey(symKey)
  const expiryTimestamp = Math.floor(Date.now() / 1000) + pairingLifetime
  const topics = [topic]
  let isAnswered = false
  messenger.open(topic, { symKey })

  function end(notify?: 'notify') {
    if (notify) {
      messenger
        .notify({
          topic,
          method: 'wc_pairingDelete',
          params: connectionAborted,
          ttl: pairingLifetime,
          timeoutMs: endTimeoutMs,
        })
        // Without a relay no wallet has the proposal either.
        .catch(() => {})
    }
    for (const open of topics) {
      relay.unsubscribe(open)
      messenger.close(open, pairingEndedError())
    }
  }

  const context: PairingContext = {
    ...parameters,
    topic,
    keyPair,
    expiryTimestamp,
    isOver,
    onAnswered() {
      isAnswered = true
    },
  }
  // Send the sign-in request first: wallets that support it show it, others respond to the proposal that follows.
  const authentication = oneClick && lazy && authenticateSession(context, oneClick, lazy)
  if (authentication) topics.push(authentication.responseTopic)
  const requests: PairingRequest[] = [proposeSession(context), ...(authentication ? [authentication] : [])]
  try {
    const subscribed = topics.map((open) => relay.subscribe(open))
    // If the relay is unreachable, `sent` rejects after its timeout; subscribing would wait forever.
    await Promise.all([...requests.map(({ sent }) => sent), ...subscribed])
  } catch (error) {
    end()
    throw error
  }
  const result = Promise.race(requests.map((request) => request.waitForSession())).catch((error: unknown) => {
    throw toConnectError(error)
  })
  // The caller may end the pairing without waiting for its result.
  result.catch(() => {})
  const uri = formatPairingUri({
    topic,
    symKey,
    relayProtocol: 'irn',
    expiryTimestamp,
    ...(authentication ? { methods: ['wc_sessionAuthenticate'] } : {}),
  })
  return { uri, expiresAt: expiryTimestamp * 1000, result, isAnswered: () => isAnswered, end }
}

function toConnectError(error: unknown): unknown {
  if (!isUserRejection(error)) return error
  return new RpcError({
    rpcCode: rpcErrorCodes.userRejected,
    message: 'The user rejected the connection in the wallet.',
    cause: error,
  })
}
