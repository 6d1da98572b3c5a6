/** Opens a channel to the other tabs of this partition; undefined where the browser denies it together with storage. */
export function openTabs(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel('wallet')
  } catch {
    return undefined
  }
}
