import { rpcErrorCodes } from '@portico/protocol'
import { ProviderRpcError } from '../../ProviderRpcError.ts'
import { firstObject, invalidParams, type Method } from './method.ts'
import { listPermissions } from './wallet_getPermissions.ts'

/** Requests access to the accounts, even if the page already has it (EIP-2255). */
export const wallet_requestPermissions: Method = {
  connected: false,
  parse: (_, params) => assertPermissions(params, 'wallet_requestPermissions'),
  consent: true,
  run(wallet) {
    wallet.state.update({ authorized: true, locked: false })
    return listPermissions(wallet)
  },
}

/** Checks that only `eth_accounts`, the wallet's one permission, is requested. */
export function assertPermissions(params: unknown, method: string): void {
  const names = Object.keys(firstObject(params, method))
  if (names.length === 0)
    throw invalidParams(`${method} requires a permission, for example { eth_accounts: {} }.`)
  const unknown = names.find((name) => name !== 'eth_accounts')
  if (unknown === undefined) return
  throw new ProviderRpcError({
    code: rpcErrorCodes.unsupportedMethod,
    message: `The wallet has no permission ${unknown.slice(0, 100)}, only eth_accounts.`,
  })
}
