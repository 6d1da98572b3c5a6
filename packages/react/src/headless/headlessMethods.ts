import { connect, type Kit } from '@portico/core'
import { fetchWallets as fetchPage } from '@portico/core/data'
import { getPhone, type ListedWallet } from '@portico/core/internal'
import type { NamespaceId } from '@portico/protocol'
import type { KitScope } from '../kit/KitContext.ts'
import { addUniversalNamespaces } from '../walletConnect/addUniversalNamespaces.ts'
import { openPreparedWallet } from '../walletConnect/openPreparedWallet.ts'
import { cancelPairing, getPairing, type Pairing, startPairing } from '../walletConnect/pairing.ts'
import { headlessStore } from './headlessStore.ts'
import { toListedItem } from './toWalletItem.ts'
import type { FetchWalletsOptions, WalletItem } from './WalletItem.ts'

export { listWallets } from './listWallets.ts'

// The functions of `useAppKitWallets`, lazy-loaded together.

const watched = new WeakSet<Kit>()
/** The wallets as the gateway lists them, for their links. */
const listed = new WeakMap<WalletItem, ListedWallet>()
/** The number of the request sent last: the answer to an older one is ignored. */
const requests = new WeakMap<Kit, number>()

/** Fetches a page of the gateway's wallet list. */
export async function fetchWallets(
  { kit }: KitScope,
  { page = 1, query, search = query, entries, badge, sort, include, exclude }: FetchWalletsOptions = {},
): Promise<void> {
  const store = headlessStore(kit)
  const request = (requests.get(kit) ?? 0) + 1
  requests.set(kit, request)
  store.setState({ isFetchingWallets: true })
  try {
    const { settings } = kit.store.getState()
    const { data, count } = await fetchPage(kit, {
      ...{ page, search, entries, badge, sort },
      include: include ?? settings.includeWalletIds,
      exclude: exclude ?? settings.excludeWalletIds,
    })
    if (requests.get(kit) !== request) return
    const items = data.map((wallet) => {
      const item = toListedItem(kit.store.getState(), wallet, { kit })
      listed.set(item, wallet)
      return item
    })
    const { wcWallets } = store.getState()
    store.setState({ wcWallets: page > 1 ? [...wcWallets, ...items] : items, page, count })
  } finally {
    if (requests.get(kit) === request) store.setState({ isFetchingWallets: false })
  }
}

/**
 * Connects a wallet: directly if it is installed; otherwise creates a pairing URI to show, and on a phone opens the
 * wallet's app with it. Resolves when the wallet is connected.
 */
export async function connectWallet(
  scope: KitScope,
  wallet: WalletItem,
  namespace?: NamespaceId | undefined,
): Promise<void> {
  const { kit } = scope
  const store = headlessStore(kit)
  store.setState({ connectingWallet: wallet })
  try {
    const requested = namespace ?? kit.store.getState().activeNamespace
    const connector =
      wallet.connectors.find((one) => one.namespace === requested) ??
      (namespace ? undefined : wallet.connectors[0])
    if (connector) await connect(kit, { connectorId: connector.id, namespace: connector.namespace })
    else await connectPaired(scope, { wallet, namespace })
  } finally {
    if (store.getState().connectingWallet === wallet) store.setState({ connectingWallet: undefined })
  }
}

/** Creates a pairing URI; resolves when it can be shown. */
export async function getWcUri(scope: KitScope): Promise<void> {
  begin(scope, {})
  await pairingIs(scope.kit, ({ status }) => status !== 'starting')
}

/** Cancels the pairing. */
export function resetWcUri({ kit }: KitScope): void {
  cancelPairing(kit)
}

async function connectPaired(
  scope: KitScope,
  { wallet, namespace }: { wallet: WalletItem; namespace: NamespaceId | undefined },
): Promise<void> {
  const { kit } = scope
  const { walletInfo, id, name } = wallet
  const known = listed.get(wallet) ?? { id, name, mobile_link: walletInfo.deepLink }
  begin(scope, { wallet: known, namespace })
  const ready = await pairingIs(kit, ({ status }) => status !== 'starting')
  if (ready.status === 'ready' && getPhone()) openPreparedWallet(kit, known)
  const ended = await pairingIs(kit, ({ status }) => status !== 'starting' && status !== 'ready')
  if (ended.status === 'failed') throw ended.error
  if (ended.status !== 'done') throw new DOMException('The pairing was cancelled or rejected.', 'AbortError')
}

function begin(
  scope: KitScope,
  parameters: { wallet?: ListedWallet | undefined; namespace?: NamespaceId | undefined },
): void {
  const { kit } = scope
  if (!kit.options.walletConnect) {
    headlessStore(kit).setState({ wcError: true })
    throw new Error('Set the walletConnect option to connect wallets on other devices.')
  }
  headlessStore(kit).setState({ wcClientId: kit.getClientId() })
  if (!watched.has(kit)) getPairing(kit).subscribe((pairing) => show(kit, pairing))
  watched.add(kit)
  addUniversalNamespaces(kit)
  startPairing(scope, { ...parameters, method: getPhone() ? 'mobile' : 'qrcode', isHeadless: true })
  show(kit, getPairing(kit).getState())
}

function show(kit: Kit, pairing: Pairing): void {
  headlessStore(kit).setState({
    wcUri: pairing.status === 'ready' ? pairing.uri : undefined,
    isFetchingWcUri: pairing.status === 'starting',
    wcError: pairing.status === 'failed' || pairing.status === 'rejected',
  })
}

function pairingIs(kit: Kit, predicate: (pairing: Pairing) => boolean): Promise<Pairing> {
  const store = getPairing(kit)
  return new Promise((resolve) => {
    const unsubscribe = store.subscribe(check)
    check()
    function check() {
      if (!predicate(store.getState())) return
      unsubscribe()
      resolve(store.getState())
    }
  })
}
