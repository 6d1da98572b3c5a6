import type { Kit, ListedWallet } from '@portico/core'

type Open = (wallet: ListedWallet) => void

const prepared = new WeakMap<Kit, Open>()

/** Leaves word of how to open a wallet's app at once: there is an address to connect to already. */
export function setPrepared(kit: Kit, open: Open | undefined): void {
  if (open) prepared.set(kit, open)
  else prepared.delete(kit)
}

/** Opens a wallet's app if that is prepared; else its view does, with a press more. */
export function openPrepared(kit: Kit, wallet: ListedWallet): void {
  prepared.get(kit)?.(wallet)
}
