import type { NamespaceId } from '@portico/protocol'
import { toWalletInfo, type WalletInfo } from '../account.ts'
import { useAppKitInstance } from './useAppKitInstance.ts'
import { useDerived } from './useDerived.ts'

/** Returns the wallet a namespace (default: the active one) is connected with. */
export function useWalletInfo(namespace?: NamespaceId): { walletInfo: WalletInfo | undefined } {
  return { walletInfo: useDerived(useAppKitInstance(), (state) => toWalletInfo(state, namespace)) }
}
