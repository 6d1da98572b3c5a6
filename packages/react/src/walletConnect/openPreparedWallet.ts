import type { Kit } from '@portico/core'
import type { ListedWallet } from '@portico/core/internal'

/** Opens a wallet's app; returns false if the wallet has no link. */
type Opener = (wallet: ListedWallet) => boolean

const openers = new WeakMap<Kit, Opener>()

/** Registers a function that opens a wallet's app right away, because a pairing URI is already available. */
export function setPreparedOpener(kit: Kit, open: Opener | undefined): void {
  if (open) openers.set(kit, open)
  else openers.delete(kit)
}

/** Returns whether a pairing URI is available. */
export function isPairingPrepared(kit: Kit): boolean {
  return openers.has(kit)
}

/** Opens a wallet's app if a pairing is prepared, and returns whether it did. Otherwise the view needs one more tap. */
export function openPreparedWallet(kit: Kit, wallet: ListedWallet): boolean {
  return openers.get(kit)?.(wallet) ?? false
}
