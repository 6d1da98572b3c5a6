import type { Connected, ConnectorDetails, Kit } from '@portico/core'
import { connect } from '@portico/core/connect'
import { fetchWallets } from '@portico/core/data'
import {
  closeSocialWindow,
  findInstalled,
  getPhone,
  hasEmbedded,
  type InstalledWallet,
  type ListedWallet,
} from '@portico/core/internal'
import type { NamespaceId } from '@portico/protocol'
import type { KitScope } from '../kit/KitContext.ts'
import { needsConsent } from '../modal/needsConsent.ts'
import type { View } from '../modal/router.ts'
import { listPlatforms } from '../walletConnect/listPlatforms.ts'
import { ConnectMethodUnavailableError, WalletNotFoundError } from './errors.ts'
import { explainSocial } from './explainSocial.ts'
import { findNamedWallet } from './findNamedWallet.ts'
import { isSocialProvider } from './isSocialProvider.ts'
import { openUntil } from './openUntil.ts'
import { toWalletKey } from './toWalletKey.ts'
import type { WalletName } from './WalletName.ts'
import { walletLabel } from './walletLabel.ts'
import { watchConnected } from './watchConnected.ts'

export interface ConnectByNameParameters {
  wallet: WalletName
  /** Default: the active namespace, or another one if the wallet does not support it. */
  namespace?: NamespaceId | undefined
}

/**
 * Connects a wallet by its name: an installed wallet directly, everything else in the modal. If `features.legalCheckbox`
 * asks for consent, the modal does, for an installed wallet too. Resolves when the wallet is connected.
 *
 * @throws ConnectMethodUnavailableError · WalletNotFoundError · ModalClosedError · GatewayError ·
 * GatewayUnreachableError · what `connect` of `@portico/core` throws
 */
export async function connectByName(
  scope: KitScope,
  { wallet, namespace }: ConnectByNameParameters,
): Promise<Connected> {
  const { kit } = scope
  const special = specialView(kit, wallet, namespace)
  // The view closes the window of a social login, unless the modal is closed before its code has loaded.
  if (special) return connectInModal(scope, special, namespace).finally(() => closeSocialWindow(kit))
  const installed = findNamedWallet(kit.store.getState(), wallet, namespace)
  if (installed) return connectInstalled(scope, installed)
  const listed = await findListed(kit, wallet)
  if (!listed) throw new WalletNotFoundError({ wallet, hasList: kit.options.gatewayUrl !== undefined })
  const own = findInstalled(kit.store.getState(), listed, namespace)
  if (own) return connectInstalled(scope, own)
  return connectInModal(scope, listedView(kit, listed, namespace), namespace)
}

/** Returns the view of a name that is not a wallet's. */
function specialView(kit: Kit, name: WalletName, namespace: NamespaceId | undefined): View | undefined {
  const unavailable = (reason: string) => new ConnectMethodUnavailableError({ method: name, reason })
  if (isSocialProvider(name)) {
    const reason = explainSocial(kit, name, namespace)
    if (reason !== undefined) throw unavailable(reason)
    const title = walletLabel(name)
    if (name === 'farcaster') return { name: 'connecting-farcaster', title, namespace }
    return { name: 'connecting-social', provider: name, title, namespace }
  }
  if (name === 'email') {
    const { features } = kit.store.getState().settings
    if (!features.email || !hasEmbedded(kit, namespace))
      throw unavailable(
        'Login by e-mail needs `walletUrl`, `features.email` and an adapter with such accounts.',
      )
    return { name: 'connect', namespace, only: 'email' }
  }
  if (name !== 'walletConnect') return undefined
  if (!kit.options.walletConnect) throw unavailable('Connecting by QR code needs the `walletConnect` option.')
  return { name: 'connecting-wallet-connect-basic', namespace }
}

function connectInstalled(scope: KitScope, { members }: InstalledWallet): Promise<Connected> {
  const { activeNamespace, settings } = scope.kit.store.getState()
  const active = members.find((member) => member.namespace === activeNamespace)
  const { id: connectorId, namespace } = active ?? (members[0] as ConnectorDetails)
  if (needsConsent(settings))
    return connectInModal(scope, { name: 'connecting-external', connectorId, namespace }, namespace)
  return connect(scope.kit, { connectorId, namespace })
}

async function findListed(kit: Kit, slug: string): Promise<ListedWallet | undefined> {
  const { customWallets, gatewayUrl } = kit.options
  const key = toWalletKey(slug)
  const custom = customWallets?.find(({ id, name }) => id === slug || toWalletKey(name) === key)
  if (custom || !gatewayUrl || !key) return custom
  const { data } = await fetchWallets(kit, { include: [slug, `${slug}-wallet`], entries: 1 })
  return data[0]
}

/** Returns the view that connects a wallet that is not installed, or shows where to get it. */
function listedView(kit: Kit, wallet: ListedWallet, namespace: NamespaceId | undefined): View {
  const [platform] = listPlatforms({ wallet, isInstalled: false, isPhone: getPhone() !== undefined })
  const canPair = kit.options.walletConnect !== undefined && platform !== 'unsupported'
  return canPair ? { name: 'connecting-wallet-connect', wallet, namespace } : { name: 'get-wallet', wallet }
}

function connectInModal(scope: KitScope, view: View, namespace: NamespaceId | undefined): Promise<Connected> {
  return openUntil(scope, { view, read: watchConnected(scope.kit, namespace) })
}
