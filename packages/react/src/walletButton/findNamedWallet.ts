import type { State } from '@portico/core'
import { findInstalled, type InstalledWallet, mergeConnectors } from '@portico/core/internal'
import type { NamespaceId } from '@portico/protocol'
import { toWalletKey } from './toWalletKey.ts'

/**
 * Finds the installed wallet with a slug: by ID or reverse domain name, and otherwise by its name, with or without the
 * word "Wallet".
 *
 * @param namespace Only finds a wallet that supports this namespace.
 * @example
 * findNamedWallet(kit.store.getState(), 'trust')?.name // 'Trust Wallet'
 */
export function findNamedWallet(
  state: Pick<State, 'connectors'>,
  slug: string,
  namespace?: NamespaceId | undefined,
): InstalledWallet | undefined {
  const exact = findInstalled(state, { id: slug }, namespace)
  const key = toWalletKey(slug)
  if (exact || !key) return exact
  return mergeConnectors(state.connectors, namespace).find(
    ({ name, type }) =>
      type !== 'WALLET_CONNECT' && type !== 'AUTH' && [key, `${key}wallet`].includes(toWalletKey(name)),
  )
}
