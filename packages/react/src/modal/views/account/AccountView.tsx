import { disconnect, getConnected, getNetwork } from '@portico/core'
import { track } from '@portico/core/internal'
import { activeWallet } from '../../../connections/activeWallet.ts'
import { text } from '../../../copy.ts'
import { useIdentity } from '../../../data/useIdentity.ts'
import { useSubject } from '../../../data/useSubject.ts'
import { Icon } from '../../../icons/Icon.tsx'
import { useKitState, useScope } from '../../../kit/KitContext.ts'
import { Avatar } from '../../../parts/Avatar.tsx'
import { CopyAddress } from '../../parts/CopyAddress.tsx'
import { Tabs } from '../../parts/Tabs.tsx'
import { useConnectedWallet } from '../../parts/useConnectedWallet.ts'
import type { View } from '../../router.ts'
import { useCanBuy } from '../buy/useCanBuy.ts'
import { ActivityTab } from './ActivityTab.tsx'
import { linkToExplorer } from './linkToExplorer.ts'
import { NftsTab } from './NftsTab.tsx'
import { TokensTab } from './TokensTab.tsx'
import { Total } from './Total.tsx'
import { walletFeatures } from './walletFeatures.ts'

/** Shows the connected account with its total value, tokens, NFTs and activity. */
export function AccountView({ view }: { view?: View | undefined }) {
  const address = useKitState((state) => getConnected(state)?.address)
  const tab = view?.name === 'account' ? view.tab : undefined
  return address ? <Account address={address} tab={tab} key={`${address} ${tab}`} /> : null
}

function Account({ address, tab }: { address: string; tab: string | undefined }) {
  const { kit, router } = useScope()
  const subject = useSubject()
  const { name, image } = useIdentity(kit, subject)
  const { history, multiWallet } = useKitState((state) => state.settings.features)
  const canBuy = useCanBuy()
  const features = walletFeatures(
    kit,
    useKitState((state) => state),
  ).filter(({ id }) => id !== 'onramp' || canBuy)
  const explorer = useKitState((state) => getNetwork(state)?.blockExplorers?.default)
  const explorerUrl = explorer && linkToExplorer(explorer.url, 'address', address)
  const tabs = [
    { id: 'tokens', label: text('account.tokens'), panel: () => <TokensTab /> },
    { id: 'nfts', label: text('account.nfts'), panel: () => <NftsTab /> },
    ...(history ? [{ id: 'activity', label: text('account.activity'), panel: () => <ActivityTab /> }] : []),
  ]
  return (
    <div className="body" data-keep>
      <div className="me">
        {(kit.namespaces.size > 1 || multiWallet) && <WalletSwitch />}
        <span data-testid="single-account-avatar">
          <Avatar address={address} image={image} size={64} />
        </span>
        <CopyAddress address={address} name={name} />
        <Total />
      </div>
      {features.length > 0 && (
        <div className="acts">
          {features.map(({ id, label, icon, view, event }) => (
            <button
              key={id}
              type="button"
              data-testid={`wallet-features-${id}-button`}
              onClick={() => {
                const isSmartAccount =
                  getConnected(kit.store.getState())?.accounts[0]?.type === 'smartAccount'
                if (event) track(kit, event, { network: subject.networkId, isSmartAccount })
                router.push(view)
              }}
            >
              <Icon name={icon} />
              {/* AppKit has another view, with other IDs, for wallets that are not embedded. */}
              <span data-testid={`w3m-account-default-${id}-button`}>{text(label)}</span>
            </button>
          ))}
        </div>
      )}
      {/* The button for the settings is in the header. */}
      <div className="acts acts-plain">
        {explorerUrl && (
          <a href={explorerUrl} target="_blank" rel="noopener noreferrer" title={explorer.name}>
            <Icon name="external" />
            {text('account.explorer')}
          </a>
        )}
        <button
          type="button"
          data-testid="disconnect-button"
          onClick={() => void disconnect(kit, activeWallet(kit.store.getState()))}
        >
          <Icon name="exit" />
          {text('action.disconnect')}
        </button>
      </div>
      <Tabs label={text('account.tabs')} tabs={tabs} initial={tab} />
    </div>
  )
}

/** Shows the active namespace and wallet; opens the list of connected wallets. */
function WalletSwitch() {
  const { router } = useScope()
  const namespace = useKitState((state) => state.activeNamespace)
  const { name: wallet } = useConnectedWallet()
  return (
    <button
      type="button"
      className="switch"
      data-testid="wui-wallet-switch"
      aria-label={`${text('namespaces.switch')}: ${text(`namespace.${namespace}`)}, ${wallet}`}
      onClick={() => router.push({ name: 'profile-wallets' })}
    >
      <Icon name="wallet" size={16} />
      <bdi className="line">
        {text(`namespace.${namespace}`)} · <bdi>{wallet}</bdi>
      </bdi>
    </button>
  )
}
