import type { SIWXMessageData, SIWXSession } from '@portico/siwx'
import type { VerifySignIn } from '../auth/oneClick.ts'
import type { Relay } from '../relay/createRelay.ts'
import type { Messenger, PeerRequest } from './createMessenger.ts'
import type { Vault } from './createVault.ts'
import type { ProposedNamespaces } from './namespaces.ts'
import { openPairing, type Pairing } from './openPairing.ts'
import type { Session } from './Session.ts'

/** Seconds before the end of an address at which a fresh one is shown. */
const refreshBefore = 60
/** Milliseconds until a fresh address is tried again. */
const retryAfter = 5_000

/** What the application says of itself. */
export type AppMetadata = { name: string; description: string; url: string; icons: readonly string[] }

/** Fields of the sign-in message; account and chain are the wallet's to fill in. */
export type SignInRequest = Omit<SIWXMessageData, 'accountAddress' | 'chainId'>

/** How to ask for a sign-in in the same step, see `oneClick.ts`. */
export type OneClick = {
  signIn: SignInRequest
  verify: VerifySignIn
}

/** What {@link connectWallet} takes. */
export type ConnectWalletParameters = {
  messenger: Messenger
  relay: Relay
  vault: Vault
  /** Where the session engine puts a settlement that arrives: by session topic. */
  settlements: Map<string, (request: PeerRequest) => Promise<void>>
  metadata: AppMetadata
  proposed: ProposedNamespaces
  oneClick?: OneClick | undefined
  /** Called with each address to show, again before the last one ends. */
  onUri(uri: string, details: { expiresAt: number }): void
  signal?: AbortSignal | undefined
}

/** A session just made, and the sign-ins that came with it. */
export type ConnectedWallet = { session: Session; proofs: readonly SIWXSession[] }

/**
 * Shows addresses until a wallet has settled a session, the visitor gives up, or something says no. A fresh address
 * comes before the last one ends, and the last one stays good until its end: somebody may just have scanned it.
 *
 * @throws {RpcError} 4001 where the visitor said no in the wallet, else the wallet's number with its reason.
 * @throws {RelayRefusedError} · {NotDeliveredError} where the relay cannot be used.
 * @throws the signal's reason where it was aborted.
 */
export async function connectWallet(parameters: ConnectWalletParameters): Promise<ConnectedWallet> {
  const { onUri, signal } = parameters
  const pairings = new Set<Pairing>()
  const timers = new Set<ReturnType<typeof setTimeout>>()
  let isOver = false
  const later = (milliseconds: number, job: () => void) => {
    const timer = setTimeout(job, milliseconds)
    timers.add(timer)
  }
  try {
    return await new Promise<ConnectedWallet>((resolve, reject) => {
      const giveUp = () => reject(signal?.reason)
      if (signal?.aborted) return giveUp()
      signal?.addEventListener('abort', giveUp, { once: true })

      async function next(isFirst: boolean): Promise<void> {
        if (isOver || [...pairings].some((one) => one.isAnswered())) return
        let pairing: Pairing
        try {
          pairing = await openPairing(parameters, () => isOver)
        } catch (error) {
          // With an address on the screen that may still be good, a lost line is no reason to stop.
          if (isFirst) return reject(error)
          return later(retryAfter, () => void next(pairings.size === 0))
        }
        if (isOver) return pairing.end('tell')
        pairings.add(pairing)
        pairing.result.then(resolve, (error: unknown) => {
          // One that has run out of time says so too, and another is on the screen.
          if (pairings.has(pairing)) reject(error)
        })
        const life = pairing.expiresAt - Date.now()
        later(life - refreshBefore * 1000, () => void next(false))
        later(life, () => {
          if (pairing.isAnswered()) return
          pairings.delete(pairing)
          pairing.end()
        })
        onUri(pairing.uri, { expiresAt: pairing.expiresAt })
      }
      void next(true).catch(reject)
    })
  } finally {
    isOver = true
    for (const timer of timers) clearTimeout(timer)
    for (const pairing of pairings) pairing.end(pairing.isAnswered() ? undefined : 'tell')
  }
}
