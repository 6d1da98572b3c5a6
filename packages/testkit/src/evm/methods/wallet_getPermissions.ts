import type { Method, WalletContext } from './method.ts'

/** Returns the page's permissions (EIP-2255). */
export const wallet_getPermissions: Method = {
  connected: false,
  parse: () => undefined,
  consent: false,
  run: listPermissions,
}

/** Returns the page's permissions in the format of EIP-2255. */
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
