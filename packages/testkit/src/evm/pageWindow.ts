/**
 * Returns the window on which wallets announce themselves.
 *
 * @throws {Error} without a window, as in Node.
 */
export function pageWindow(): EventTarget {
  if (typeof window !== 'undefined') return window
  throw new Error('There is no window to announce the wallet on: pass an EventTarget to announce().')
}
