import { getRpcCode, isUserRejection, RpcError, rpcErrorCodes } from '@portico/protocol'
import {
  deriveSymKey,
  formatPairingUri,
  generateKey,
  generateKeyPair,
  hashKey,
  isHex32,
  sessionErrorCodes,
} from '@portico/protocol/walletconnect'
import { isRecord } from '../isRecord.ts'
import type { ConnectedWallet, ConnectWalletParameters } from './connectWallet.ts'
import { parsePeer } from './peer.ts'
import { readSettlement } from './readSettlement.ts'
import { type Session, sessionLifetime } from './Session.ts'

/** Seconds an address can be scanned. */
const pairingLife = 300
/** Milliseconds the relay has to take a proposal or a farewell, and a wallet to settle after its yes. */
const patience = { propose: 30_000, settle: 120_000, farewell: 5_000 }

/** One address on the screen, and what becomes of it. */
export type Pairing = {
  uri: string
  expiresAt: number
  result: Promise<ConnectedWallet>
  isAnswered(): boolean
  /** Forgets it; `tell` the wallet, which may be showing it. */
  end(tell?: 'tell'): void
}

/**
 * Proposes a session under a fresh address. Resolves when the relay has the proposal; `result` settles with the wallet.
 *
 * @param isOver whether another address has been answered, or the visitor has given up.
 */
export async function openPairing(
  { messenger, relay, vault, settlements, metadata, proposed, oneClick }: ConnectWalletParameters,
  isOver: () => boolean,
): Promise<Pairing> {
  // Most applications do not sign in while connecting: the code for it is apart.
  const tools = oneClick && (await import('../auth/oneClick.ts'))
  const ours = await generateKeyPair()
  const symKey = generateKey()
  const topic = hashKey(symKey)
  const expiryTimestamp = Math.floor(Date.now() / 1000) + pairingLife
  const opened = [topic]
  let isAnswered = false
  messenger.open(topic, { symKey })

  function end(tell?: 'tell') {
    if (tell) {
      const params = { code: sessionErrorCodes.userDisconnected, message: gaveUp.message }
      messenger
        .notify({ topic, method: 'wc_pairingDelete', params, ttl: pairingLife, patience: patience.farewell })
        // Nobody listens, or no relay: then nobody shows it either.
        .catch(() => {})
    }
    for (const one of opened) {
      relay.unsubscribe(one)
      messenger.close(
        one,
        new RpcError({ rpcCode: rpcErrorCodes.disconnected, message: 'The pairing has ended.' }),
      )
    }
  }

  const asked =
    oneClick && tools?.canSignInWith(proposed)
      ? tools.createAuthPayload(oneClick.signIn, proposed)
      : undefined
  const answerTopic = hashKey(ours.publicKey)
  if (asked) {
    messenger.open(answerTopic, { privateKey: ours.privateKey })
    opened.push(answerTopic)
  }
  // Sign-in first: a wallet that knows it shows it; others answer the proposal behind it.
  const authentication = asked
    ? messenger.request({
        topic,
        answerTopic,
        method: 'wc_sessionAuthenticate',
        params: { authPayload: asked, requester: { publicKey: ours.publicKey, metadata }, expiryTimestamp },
        patience: patience.propose,
      })
    : undefined
  const proposal = messenger.request({
    topic,
    method: 'wc_sessionPropose',
    params: {
      relays: [{ protocol: 'irn' }],
      requiredNamespaces: {},
      optionalNamespaces: proposed,
      proposer: { publicKey: ours.publicKey, metadata },
      expiryTimestamp,
      pairingTopic: topic,
    },
    patience: patience.propose,
  })
  try {
    const sent = [proposal.sent, ...(authentication ? [authentication.sent] : [])]
    const subscribed = opened.map((one) => relay.subscribe(one))
    // A relay that cannot be reached says so by the publication, which has its time; subscribing waits for ever.
    await Promise.all([...sent, ...subscribed])
  } catch (error) {
    end()
    throw error
  }

  const settled = proposal.answer.then(async (answer) => {
    isAnswered = true
    const { responderPublicKey } = isRecord(answer) ? answer : {}
    const session = await deriveSession({ privateKey: ours.privateKey, publicKey: responderPublicKey })
    try {
      return await settle({ ...session, responderPublicKey: responderPublicKey as string })
    } catch (error) {
      relay.unsubscribe(session.topic)
      messenger.close(session.topic, error as Error)
      throw error
    } finally {
      settlements.delete(session.topic)
    }
  })

  async function settle(given: {
    topic: string
    symKey: string
    responderPublicKey: string
  }): Promise<ConnectedWallet> {
    let timer: ReturnType<typeof setTimeout> | undefined
    const done = new Promise<ConnectedWallet>((resolve, reject) => {
      timer = setTimeout(() => reject(badAnswer('it agreed and did not settle the session')), patience.settle)
      settlements.set(given.topic, async (request) => {
        // Claimed, so that another tab does not answer it a second time.
        if ((await vault.claim(request.hash)) !== 'ours') return
        const outcome = readSettlement({ params: request.params, proposed, ...given })
        const problem = isOver() ? gaveUp : outcome.ok ? undefined : outcome
        if (problem || !outcome.ok) {
          const { code, message } = problem ?? gaveUp
          reject(badAnswer(message, code))
          await request.refuse(code, message)
        } else {
          await vault.updateSessions((sessions) => [...sessions, outcome.session])
          resolve({ session: outcome.session, proofs: [] })
          await request.respond(true)
        }
        await vault.settle(request.hash)
      })
      messenger.open(given.topic, { symKey: given.symKey })
      relay.subscribe(given.topic).catch(reject)
    })
    return done.finally(() => clearTimeout(timer))
  }

  const signedIn = authentication?.answer.then(async (answer) => {
    if (!asked || !oneClick || !tools) throw badAnswer('nobody asked for a sign-in')
    isAnswered = true
    const read = await tools
      .readAuthAnswer({ answer, asked, proposed, verify: oneClick.verify })
      .catch((error: unknown) => {
        void dismiss(answer).catch(() => {})
        throw error
      })
    const keys = await deriveSession({ privateKey: ours.privateKey, publicKey: read.responderPublicKey })
    if (isOver()) throw badAnswer(gaveUp.message, gaveUp.code)
    const session: Session = {
      ...keys,
      peer: parsePeer(read.responderMetadata),
      namespaces: read.namespaces,
      proposed,
      expiry: Math.floor(Date.now() / 1000) + sessionLifetime,
      updatedAt: 0,
    }
    messenger.open(session.topic, { symKey: session.symKey })
    await vault.updateSessions((sessions) => [...sessions, session])
    return { session, proofs: read.proofs }
  })

  /** The wallet believes in a session that is none. */
  async function dismiss(answer: unknown): Promise<void> {
    const { responder } = isRecord(answer) ? answer : {}
    const { publicKey } = isRecord(responder) ? responder : {}
    if (!isHex32(publicKey)) return
    const keys = await deriveSession({ privateKey: ours.privateKey, publicKey })
    messenger.open(keys.topic, keys)
    const params = {
      code: sessionErrorCodes.signatureVerificationFailed,
      message: 'The sign-in was not valid.',
    }
    messenger
      .notify({ topic: keys.topic, method: 'wc_sessionDelete', params, patience: patience.propose })
      .catch(() => {})
    messenger.close(keys.topic, badAnswer(params.message, params.code))
  }

  const never = new Promise<never>(() => {})
  const first = signedIn?.catch((error: unknown) => {
    // The wallet does not know the method: it will answer the proposal.
    const isUnknown = [
      sessionErrorCodes.methodUnsupported,
      sessionErrorCodes.invalidMethod,
      rpcErrorCodes.methodNotFound,
    ]
    return isUnknown.some((code) => code === getRpcCode(error)) ? never : Promise.reject(error)
  })
  const result = Promise.race([settled, ...(first ? [first] : [])]).catch((error: unknown) => {
    throw toRefusal(error)
  })
  result.catch(() => {})
  const uri = formatPairingUri({
    topic,
    symKey,
    relayProtocol: 'irn',
    expiryTimestamp,
    ...(asked ? { methods: ['wc_sessionAuthenticate'] } : {}),
  })
  return { uri, expiresAt: expiryTimestamp * 1000, result, isAnswered: () => isAnswered, end }
}

const gaveUp = { code: sessionErrorCodes.userDisconnected, message: 'The application has given up.' }

async function deriveSession({ privateKey, publicKey }: { privateKey: string; publicKey: unknown }) {
  if (!isHex32(publicKey)) throw badAnswer('it named no key')
  try {
    const symKey = await deriveSymKey({ privateKey, publicKey })
    return { topic: hashKey(symKey), symKey }
  } catch {
    // Without the original error, which may quote a key.
    throw badAnswer('its key is not usable')
  }
}

function toRefusal(error: unknown): unknown {
  if (!isUserRejection(error)) return error
  return new RpcError({
    rpcCode: rpcErrorCodes.userRejected,
    message: 'The user rejected the connection in the wallet.',
    cause: error,
  })
}

function badAnswer(reason: string, rpcCode: number = rpcErrorCodes.internalError): RpcError {
  return new RpcError({
    rpcCode,
    message: 'The wallet answered in a way that makes no session.',
    metaMessages: [`Reason: ${reason}.`],
  })
}
