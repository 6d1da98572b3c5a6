import { getNetwork, type Kit, type State, type TrackEventName, type WalletFeature } from '@portico/core'
import type { CopyId } from '../../../copy.ts'
import type { IconName } from '../../../icons/Icon.tsx'
import type { View } from '../../router.ts'

/** A button of the account. */
export interface WalletFeatureButton {
  label: CopyId
  icon: IconName
  view: View
  /** Raised when the button is pressed. */
  event?: TrackEventName | undefined
  /** Whether the feature works for the active namespace and network. Default: it does. */
  isAvailable?: ((kit: Kit, state: State) => boolean) | undefined
}

/** The features that the account has a button for. */
const buttons: Partial<Record<WalletFeature, WalletFeatureButton>> = {
  // Also needs a provider, which the account asks the gateway for.
  onramp: {
    label: 'account.buy',
    icon: 'card',
    view: { name: 'buy' },
    isAvailable: (kit) => kit.options.gatewayUrl !== undefined,
  },
  swaps: {
    label: 'account.swap',
    icon: 'swap',
    view: { name: 'swap' },
    event: 'CLICK_CONVERT',
    // Offers come from the gateway.
    isAvailable: (kit, state) => {
      const namespace = getNetwork(state)?.chainNamespace
      const canSwap = namespace !== undefined && kit.namespaces.get(namespace)?.swaps !== undefined
      return canSwap && kit.options.gatewayUrl !== undefined
    },
  },
  receive: { label: 'account.receive', icon: 'receive', view: { name: 'receive' } },
  send: {
    label: 'account.send',
    icon: 'send',
    view: { name: 'send' },
    isAvailable: (kit, state) => {
      const namespace = getNetwork(state)?.chainNamespace
      return namespace !== undefined && kit.namespaces.get(namespace)?.transfers !== undefined
    },
  },
}

/** Returns the buttons of the features that are on and available, in the order of `features.walletFeaturesOrder`. */
export function walletFeatures(kit: Kit, state: State): (WalletFeatureButton & { id: WalletFeature })[] {
  const { features } = state.settings
  return [...new Set(features.walletFeaturesOrder)].flatMap((id) => {
    const button = buttons[id]
    const isShown = button && features[id] && (button.isAvailable?.(kit, state) ?? true)
    return isShown ? [{ ...button, id }] : []
  })
}
