import type { Kit } from '../kit.ts'

/** Returns whether any namespace has a wallet, is asking one, or had one. */
export function hasConnections({ store }: Kit): boolean {
  return Object.keys(store.getState().connections).length > 0
}
