import { getMethod } from '@portico/protocol'
import { eth_accounts } from './eth_accounts.ts'
import { eth_chainId } from './eth_chainId.ts'
import { eth_requestAccounts } from './eth_requestAccounts.ts'
import { eth_sendTransaction } from './eth_sendTransaction.ts'
import { eth_signTransaction } from './eth_signTransaction.ts'
import { eth_signTypedData_v4 } from './eth_signTypedData_v4.ts'
import type { Method, WalletContext } from './method.ts'
import { net_version } from './net_version.ts'
import { personal_sign } from './personal_sign.ts'
import { wallet_addEthereumChain } from './wallet_addEthereumChain.ts'
import { wallet_getAssets } from './wallet_getAssets.ts'
import { wallet_getCallsStatus } from './wallet_getCallsStatus.ts'
import { wallet_getCapabilities } from './wallet_getCapabilities.ts'
import { wallet_getPermissions } from './wallet_getPermissions.ts'
import { wallet_requestPermissions } from './wallet_requestPermissions.ts'
import { wallet_revokePermissions } from './wallet_revokePermissions.ts'
import { wallet_sendCalls } from './wallet_sendCalls.ts'
import { wallet_showCallsStatus } from './wallet_showCallsStatus.ts'
import { wallet_switchEthereumChain } from './wallet_switchEthereumChain.ts'
import { wallet_watchAsset } from './wallet_watchAsset.ts'

// The methods the wallet implements. To add one, create its file and list it here.
const methods = {
  eth_accounts,
  eth_chainId,
  eth_requestAccounts,
  eth_sendTransaction,
  eth_signTransaction,
  eth_signTypedData_v4,
  net_version,
  personal_sign,
  wallet_addEthereumChain,
  wallet_getAssets,
  wallet_getCallsStatus,
  wallet_getCapabilities,
  wallet_getPermissions,
  wallet_requestPermissions,
  wallet_revokePermissions,
  wallet_sendCalls,
  wallet_showCallsStatus,
  wallet_switchEthereumChain,
  wallet_watchAsset,
} as Record<string, Method>

/**
 * Returns the wallet's own method, or one that forwards a read to the node of the active chain.
 *
 * @returns `undefined` if the wallet does not support the method.
 */
export function findMethod(name: string, wallet: WalletContext): Method | undefined {
  if (!Object.hasOwn(methods, name)) return isRead(name) ? forward(name) : undefined
  const method = methods[name]
  return method?.supported?.(wallet) === false ? undefined : method
}

function isRead(name: string): boolean {
  return (name.startsWith('eth_') && getMethod(name).safety === 'safe') || name === 'web3_clientVersion'
}

function forward(name: string): Method {
  return {
    connected: false,
    parse: (_, params) => params,
    consent: false,
    run: ({ node, state }, params) => node({ chainId: state.chainId, method: name, params }),
  }
}
