import type { Method, WalletContext } from './method.ts'

/** What the page may do (EIP-2255). */
export const wallet_getPermissions: Method = {
  connected: false,
  parse: () => undefined,
  consent: false,
  run: listPermissions,
}

/** The page's permissions, in the form of EIP-2255. */
export function listPermissions({ state, origin }: WalletContext): unknown[] {
  if (!state.connected) return []
  return [
    {
      invoker: origin,
      parentCapability: 'eth_accounts',
      caveats: [{ type: 'restrictReturnedAccounts', value: state.exposed }],
    },
  ]
}
