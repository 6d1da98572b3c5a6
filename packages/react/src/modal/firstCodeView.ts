import { getConnected, type Kit } from '@portico/core'
import type { View } from './router.ts'
import { walletConnectView } from './walletConnectView.ts'

/** Returns `walletConnectView` if the modal opens on it instead of Connect. */
export function firstCodeView(kit: Kit): View | undefined {
  const { adapters, basic, manualWCControl, walletConnect } = kit.options
  if (!walletConnect || getConnected(kit.store.getState())) return undefined
  // Without adapters, wallets connect over WalletConnect only.
  return manualWCControl || basic || !adapters?.length ? walletConnectView(kit) : undefined
}
