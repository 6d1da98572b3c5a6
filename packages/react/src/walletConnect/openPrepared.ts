import type { Kit, ListedWallet } from '@portico/core'

/** True where there was a link to open. */
type Open = (wallet: ListedWallet) => boolean

const prepared = new WeakMap<Kit, Open>()

/** Leaves word of how to open a wallet's app at once: there is an address to connect to already. */
export function setPrepared(kit: Kit, open: Open | undefined): void {
  if (open) prepared.set(kit, open)
  else prepared.delete(kit)
}

/** Opens a wallet's app if that is prepared, and says whether; else its view does, with a press more. */
export function openPrepared(kit: Kit, wallet: ListedWallet): boolean {
  return prepared.get(kit)?.(wallet) ?? false
}
