/**
 * The window wallets announce themselves on.
 *
 * @throws {Error} where there is none, as in Node.
 */
export function pageWindow(): EventTarget {
  if (typeof window !== 'undefined') return window
  throw new Error('There is no window to announce the wallet on: pass an EventTarget to announce().')
}
