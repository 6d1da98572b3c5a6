import { openPairing, type Pairing } from './openPairing.ts'
import type { ConnectedWallet, ConnectWalletParameters } from './pairing.ts'

/** Seconds before a pairing URI expires at which a new one is shown. */
const refreshBefore = 60
/** Milliseconds until creating a new pairing is retried. */
const retryDelayMs = 5_000

/**
 * Pairs with a wallet: shows pairing URIs until a session is settled, the user aborts, or an error occurs. A new URI is
 * shown before the last one expires; the last one stays valid, because it may just have been scanned.
 *
 * @throws {RpcError} 4001 if the user rejected the connection in the wallet, otherwise the wallet's code and reason.
 * @throws {RelayRefusedError} · {NotDeliveredError} if the relay cannot be used.
 * @throws the signal's reason if it was aborted.
 */
export async function connectWallet(parameters: ConnectWalletParameters): Promise<ConnectedWallet> {
  const { onUri, signal } = parameters
  const pairings = new Set<Pairing>()
  const timers = new Set<ReturnType<typeof setTimeout>>()
  let isOver = false
  const schedule = (delayMs: number, job: () => void) => {
    const timer = setTimeout(job, delayMs)
    timers.add(timer)
  }
  try {
    return await new Promise<ConnectedWallet>((resolve, reject) => {
      const abort = () => reject(signal?.reason)
      if (signal?.aborted) return abort()
      signal?.addEventListener('abort', abort, { once: true })

      async function showNext(isFirst: boolean): Promise<void> {
        if (isOver || [...pairings].some((pairing) => pairing.isAnswered())) return
        let pairing: Pairing
        try {
          pairing = await openPairing(parameters, () => isOver)
        } catch (error) {
          // While an earlier URI may still be valid, a lost connection does not end the attempt.
          if (isFirst) return reject(error)
          return schedule(retryDelayMs, () => void showNext(pairings.size === 0))
        }
        if (isOver) return pairing.end('notify')
        pairings.add(pairing)
        pairing.result.then(resolve, (error: unknown) => {
          // Ignore an expired pairing, which also rejects: a newer URI is shown by then.
          if (pairings.has(pairing)) reject(error)
        })
        const lifetimeMs = pairing.expiresAt - Date.now()
        schedule(lifetimeMs - refreshBefore * 1000, () => void showNext(false))
        schedule(lifetimeMs, () => {
          if (pairing.isAnswered()) return
          pairings.delete(pairing)
          pairing.end()
        })
        onUri(pairing.uri, { expiresAt: pairing.expiresAt })
      }
      void showNext(true).catch(reject)
    })
  } finally {
    isOver = true
    for (const timer of timers) clearTimeout(timer)
    for (const pairing of pairings) pairing.end(pairing.isAnswered() ? undefined : 'notify')
  }
}
