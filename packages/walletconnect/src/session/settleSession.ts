import type { ConnectedWallet, PairingContext } from './pairing.ts'
import { connectionAborted, invalidResponseError } from './pairingErrors.ts'
import { parseSettlement } from './parseSettlement.ts'

/** Milliseconds a wallet has to settle the session after it approved the proposal. */
const settleTimeoutMs = 120_000

/**
 * Subscribes to the session topic, waits for the wallet's `wc_sessionSettle`, checks it, stores the session and
 * responds.
 *
 * @throws {RpcError} if the settlement is invalid, late, or arrives after the user aborted.
 */
export async function settleSession(
  { messenger, relay, store, settlements, proposed, isOver }: PairingContext,
  session: { topic: string; symKey: string; responderPublicKey: string },
): Promise<ConnectedWallet> {
  const { topic, symKey } = session
  let timer: ReturnType<typeof setTimeout> | undefined
  const settled = new Promise<ConnectedWallet>((resolve, reject) => {
    timer = setTimeout(() => reject(invalidResponseError('it did not settle the session')), settleTimeoutMs)
    settlements.set(topic, async (request) => {
      // Claim the message, so that no other tab answers it too.
      if ((await store.claimMessage(request.hash)) !== 'ours') return
      const settlement = parseSettlement({ params: request.params, proposed, ...session })
      const problem = isOver() ? connectionAborted : settlement.ok ? undefined : settlement
      if (problem || !settlement.ok) {
        const { code, message } = problem ?? connectionAborted
        reject(invalidResponseError(message, code))
        await request.refuse(code, message)
      } else {
        await store.updateSessions((sessions) => [...sessions, settlement.session])
        resolve({ session: settlement.session, proofs: [] })
        await request.respond(true)
      }
      await store.markAnswered(request.hash)
    })
    messenger.open(topic, { symKey })
    relay.subscribe(topic).catch(reject)
  })
  return settled.finally(() => clearTimeout(timer))
}
