import { connectPaired, type Kit } from '@portico/core'
import { isUserRejection, type NamespaceId } from '@portico/protocol'
import type { SignInRequest, WalletConnect } from '@portico/walletconnect'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { KitScope } from '../kit/KitContext.ts'
import { setPrepared } from './openPrepared.ts'
import { openWallet, safeLink } from './openWallet.ts'
import { startWalletConnect } from './startWalletConnect.ts'

/** How far the one pairing of a kit is. */
export type Pairing =
  | { status: 'idle' | 'starting' | 'rejected' | 'done' }
  /** `uri` is good until `expiresAt` and replaced before. */
  | { status: 'ready'; uri: string; expiresAt: number }
  | { status: 'failed'; error: unknown }

/** A pairing that is going on. */
type Running = {
  controller: AbortController
  result: ReturnType<WalletConnect['connect']>
  /** Whether the visitor has asked for it; before that it is only prepared. */
  isWanted: boolean
}

const stores = new WeakMap<Kit, StoreApi<Pairing>>()
const running = new WeakMap<Kit, Running>()

/** What views follow. */
export function getPairing(kit: Kit): StoreApi<Pairing> {
  const known = stores.get(kit)
  if (known) return known
  const store = createStore<Pairing>(() => ({ status: 'idle' }))
  stores.set(kit, store)
  return store
}

/**
 * Makes an address to connect to, unless there is one: on a phone before a wallet is chosen, so that its app opens with
 * the tap. Ends with the modal.
 */
export function preparePairing(scope: KitScope): void {
  begin(scope)
}

/**
 * Connects the wallet that uses the address. There is one for whatever shows it, so that going from one wallet to
 * another, or back, makes no other. Ends with the modal, or when a wallet has answered.
 */
export function startPairing(
  scope: KitScope,
  { method, namespace }: { method: 'qrcode' | 'mobile'; namespace?: NamespaceId | undefined },
): void {
  const { kit } = scope
  const pairing = begin(scope)
  if (!pairing || pairing.isWanted) return
  pairing.isWanted = true
  const finish = (outcome: Pairing) => {
    if (running.get(kit) !== pairing) return
    forget(kit)
    getPairing(kit).setState(outcome, true)
  }
  connectPaired(kit, { connectorId: 'walletConnect', method, namespace, pair: () => pairing.result }).then(
    () => finish({ status: 'done' }),
    (error: unknown) => finish(isUserRejection(error) ? { status: 'rejected' } : { status: 'failed', error }),
  )
}

function begin(scope: KitScope): Running | undefined {
  const { kit, router } = scope
  const known = running.get(kit)
  const wc = startWalletConnect(scope)
  if (known || !wc) return known
  const controller = new AbortController()
  const { signal } = controller
  const store = getPairing(kit)
  store.setState({ status: 'starting' }, true)
  const result = signInOf(kit).then((signIn) =>
    wc.connect({
      signal,
      onUri(uri, { expiresAt }) {
        if (signal.aborted) return
        store.setState({ status: 'ready', uri, expiresAt }, true)
        setPrepared(kit, ({ name, mobile_link }) => {
          const href = safeLink(mobile_link)
          if (href === undefined) return false
          openWallet({ kit, href, name, uri })
          return true
        })
      },
      ...(signIn && { signIn }),
    }),
  )
  const pairing: Running = { controller, result, isWanted: false }
  running.set(kit, pairing)
  const stop = router.store.subscribe(({ open }) => {
    if (!open) cancel(kit, pairing)
  })
  result
    // Whoever wants it hears of its failure; what was only prepared is prepared again the next time.
    .catch(() => !pairing.isWanted && cancel(kit, pairing))
    .finally(stop)
  return pairing
}

function cancel(kit: Kit, pairing: Running): void {
  if (running.get(kit) !== pairing) return
  forget(kit)
  getPairing(kit).setState({ status: 'idle' }, true)
  pairing.controller.abort()
}

function forget(kit: Kit): void {
  running.delete(kit)
  setPrepared(kit, undefined)
}

/**
 * What to sign in the same step: only where all networks are of one family that has such a step (specification §5), and
 * signing in is on. Without it the wallet connects, and the visitor is asked to sign after.
 */
async function signInOf(kit: Kit): Promise<SignInRequest | undefined> {
  const { siwx, store } = kit
  const { networks, activeNetworkIds, activeNamespace } = store.getState()
  const chainId = activeNetworkIds[activeNamespace]
  if (!siwx || !chainId || networks.some(({ chainNamespace }) => chainNamespace !== 'eip155'))
    return undefined
  try {
    const {
      accountAddress: _,
      chainId: __,
      ...data
    } = await siwx.createMessage({ accountAddress: '', chainId })
    return data
  } catch (error) {
    kit.logger.warn('Signing in with the connection is not possible; it is asked for after.', error)
    return undefined
  }
}
