import { rpcErrorCodes } from '@portico/protocol'
import { ProviderRpcError } from '../../ProviderRpcError.ts'
import { firstObject, invalidParams, type Method } from './method.ts'
import { listPermissions } from './wallet_getPermissions.ts'

/** Asks to show the accounts, also when they are shown already (EIP-2255). */
export const wallet_requestPermissions: Method = {
  connected: false,
  parse: (_, params) => readPermissions(params, 'wallet_requestPermissions'),
  consent: true,
  run(wallet) {
    wallet.state.update({ authorized: true, locked: false })
    return listPermissions(wallet)
  },
}

/** Checks that `eth_accounts`, the one permission there is, is meant. */
export function readPermissions(params: unknown, method: string): void {
  const names = Object.keys(firstObject(params, method))
  if (names.length === 0)
    throw invalidParams(`${method} names no permission, for example { eth_accounts: {} }.`)
  const unknown = names.find((name) => name !== 'eth_accounts')
  if (unknown === undefined) return
  throw new ProviderRpcError({
    code: rpcErrorCodes.unsupportedMethod,
    message: `The wallet has no permission called ${unknown.slice(0, 100)}; it has eth_accounts.`,
  })
}
