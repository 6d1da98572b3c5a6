import type { InstalledWallet } from './mergeConnectors.ts'

/** Whether one of the names is the id, reverse domain name or explorer id of any of the wallet's connectors. */
export function isNamed({ members, ...wallet }: InstalledWallet, names: readonly unknown[]): boolean {
  return [wallet, ...members].some(({ id, rdns, explorerId }) =>
    [id, rdns, explorerId].some((name) => name !== undefined && names.includes(name)),
  )
}
