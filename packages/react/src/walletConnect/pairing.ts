import type { Kit } from '@portico/core'
import { connectPaired, type ListedWallet, rememberWallet, setUpSignIn } from '@portico/core/internal'
import { type CaipNetworkId, isCaipNetworkId, isUserRejection, type NamespaceId } from '@portico/protocol'
import type { SignInRequest, WalletConnect } from '@portico/walletconnect'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { KitScope } from '../kit/KitContext.ts'
import { getMobileLink } from './getMobileLink.ts'
import { setPreparedOpener } from './openPreparedWallet.ts'
import { openWallet } from './openWallet.ts'
import { PairingUriError } from './PairingUriError.ts'
import { startWalletConnect } from './startWalletConnect.ts'

/** State of a kit's only pairing. */
export type Pairing =
  | { status: 'idle' | 'starting' | 'rejected' | 'done' }
  /** `uri` is replaced before it expires at `expiresAt`. */
  | { status: 'ready'; uri: string; expiresAt: number }
  | { status: 'failed'; error: unknown }

/** A pairing in progress. */
type ActivePairing = {
  controller: AbortController
  result: ReturnType<WalletConnect['connect']>
  /** Whether the visitor has chosen to connect; until then the pairing is only prepared. */
  isRequested: boolean
  /** Whether the application shows the URI itself: closing the modal does not cancel the pairing. */
  isHeadless?: boolean | undefined
  /** The wallet of the list that the visitor has chosen last. */
  wallet?: ListedWallet | undefined
}

const stores = new WeakMap<Kit, StoreApi<Pairing>>()
const active = new WeakMap<Kit, ActivePairing>()
/** The kits that show a URI of the application's own client. */
const given = new WeakSet<Kit>()

/** Returns the store of a kit's pairing, which views subscribe to. */
export function getPairing(kit: Kit): StoreApi<Pairing> {
  const existing = stores.get(kit)
  if (existing) return existing
  const store = createStore<Pairing>(() => ({ status: 'idle' }))
  stores.set(kit, store)
  return store
}

/**
 * Creates a pairing URI unless there is one. On a phone this happens before a wallet is chosen, so that the tap can
 * open its app. The pairing is cancelled when the modal closes.
 */
export function preparePairing(scope: KitScope): void {
  begin(scope)
}

/**
 * Connects the wallet that uses the pairing URI. All views share one pairing, so that going back or choosing another
 * wallet does not create a new one. The pairing ends when a wallet responds or the modal closes.
 */
export function startPairing(
  scope: KitScope,
  {
    method,
    namespace,
    wallet,
    isHeadless,
  }: {
    method: 'qrcode' | 'mobile'
    namespace?: NamespaceId | undefined
    /** The wallet chosen from the list; it becomes a recent wallet. */
    wallet?: ListedWallet | undefined
    /** Whether the application shows the URI itself, without the modal. */
    isHeadless?: boolean | undefined
  },
): void {
  const { kit } = scope
  const pairing = begin(scope)
  if (!pairing) return
  pairing.wallet = wallet
  pairing.isHeadless = isHeadless
  if (pairing.isRequested) return
  pairing.isRequested = true
  const pair = async () => {
    const result = await pairing.result
    if (pairing.wallet) rememberWallet(kit, pairing.wallet)
    // The wallet has signed: its sign-in is now verified and stored.
    if (result.proofs.length > 0) scope.router.showSnack({ kind: 'loading', text: 'sign.busy' })
    return result
  }
  const finish = (outcome: Pairing) => {
    if (scope.router.store.getState().snack?.text === 'sign.busy') scope.router.hideSnack()
    if (active.get(kit) !== pairing) return
    forget(kit)
    getPairing(kit).setState(outcome, true)
  }
  connectPaired(kit, { connectorId: 'walletConnect', method, namespace, pair }).then(
    () => finish({ status: 'done' }),
    (error: unknown) => finish(isUserRejection(error) ? { status: 'rejected' } : { status: 'failed', error }),
  )
}

/** Cancels the pairing, if there is one. */
export function cancelPairing(kit: Kit): void {
  const pairing = active.get(kit)
  if (pairing) cancel(kit, pairing)
  else getPairing(kit).setState({ status: 'idle' }, true)
}

/**
 * Uses the pairing URI of the application's own client in all views, until the modal is opened and closed again. The
 * application learns from its client which wallet connected.
 *
 * @throws PairingUriError
 */
export function givePairing({ kit, router }: KitScope, uri: string): void {
  if (!/^wc:[^\s]+$/.test(uri)) throw new PairingUriError()
  const pairing = active.get(kit)
  if (pairing) cancel(kit, pairing)
  given.add(kit)
  offer(kit, { uri, expiresAt: Number.POSITIVE_INFINITY })
  let wasOpen = router.store.getState().open
  const stop = router.store.subscribe(({ open }) => {
    if (wasOpen && !open) {
      stop()
      given.delete(kit)
      forget(kit)
      getPairing(kit).setState({ status: 'idle' }, true)
    }
    wasOpen = open
  })
}

function begin(scope: KitScope): ActivePairing | undefined {
  const { kit, router } = scope
  if (given.has(kit)) return undefined
  const existing = active.get(kit)
  const wc = startWalletConnect(scope)
  if (existing || !wc) return existing
  const controller = new AbortController()
  const { signal } = controller
  const store = getPairing(kit)
  store.setState({ status: 'starting' }, true)
  const chains = getChains(kit)
  const result = createSignInRequest(kit).then((signIn) =>
    wc.connect({
      signal,
      onUri(uri, { expiresAt }) {
        if (!signal.aborted) offer(kit, { uri, expiresAt })
      },
      ...(signIn && { signIn }),
      ...(chains && { chains }),
    }),
  )
  const pairing: ActivePairing = { controller, result, isRequested: false }
  active.set(kit, pairing)
  const stop = router.store.subscribe(({ open }) => {
    if (!open && !pairing.isHeadless) cancel(kit, pairing)
  })
  result
    // `startPairing` reports the failure of a requested pairing; one that was only prepared is created again next time.
    .catch(() => !pairing.isRequested && cancel(kit, pairing))
    .finally(stop)
  return pairing
}

/** Returns the networks to propose, if the application overrides those of a namespace. */
function getChains(kit: Kit): readonly CaipNetworkId[] | undefined {
  const override = kit.options.universalProviderConfigOverride?.chains
  if (!override) return undefined
  const kept = kit.store
    .getState()
    .networks.filter(({ chainNamespace }) => !Object.hasOwn(override, chainNamespace))
    .map(({ caipNetworkId }) => caipNetworkId)
  return [...Object.values(override).flat().filter(isCaipNetworkId), ...kept]
}

/** Shows a URI in the views, and lets a tap on a wallet open its app with it. */
function offer(kit: Kit, { uri, expiresAt }: { uri: string; expiresAt: number }): void {
  getPairing(kit).setState({ status: 'ready', uri, expiresAt }, true)
  setPreparedOpener(kit, (wallet) => {
    const href = getMobileLink(kit, wallet)
    if (href === undefined) return false
    openWallet({ kit, href, name: wallet.name, uri })
    return true
  })
}

function cancel(kit: Kit, pairing: ActivePairing): void {
  if (active.get(kit) !== pairing) return
  forget(kit)
  getPairing(kit).setState({ status: 'idle' }, true)
  pairing.controller.abort()
}

function forget(kit: Kit): void {
  active.delete(kit)
  setPreparedOpener(kit, undefined)
}

/**
 * Returns the sign-in message to send with the connection request (one-click sign-in). Only if sign-in is enabled and
 * the namespaces of all networks support it; otherwise the visitor signs after connecting.
 */
async function createSignInRequest(kit: Kit): Promise<SignInRequest | undefined> {
  const { siwx, store } = kit
  const { networks, activeNetworkIds, activeNamespace } = store.getState()
  const chainId = activeNetworkIds[activeNamespace]
  if (
    !siwx ||
    !chainId ||
    networks.some(({ chainNamespace }) => !kit.namespaces.get(chainNamespace)?.hasOneClickAuth)
  )
    return undefined
  try {
    await setUpSignIn(kit)
    const {
      accountAddress: _,
      chainId: __,
      ...data
    } = await siwx.createMessage({ accountAddress: '', chainId })
    return data
  } catch (error) {
    kit.logger.warn('One-click sign-in is not available; the visitor signs in after connecting.', error)
    return undefined
  }
}
