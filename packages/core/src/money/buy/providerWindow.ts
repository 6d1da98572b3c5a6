/** The window in which a provider's page is shown; `proxy` is null if the browser blocked it. */
export interface ProviderWindow {
  proxy: WindowProxy | null
}

/**
 * Opens an empty window for a provider's page. Must be called in the click, before anything is awaited: browsers block a window that
 * is opened later. The page must not be able to lead this one elsewhere, so the window gives up its opener at once.
 */
export function openProviderWindow(): ProviderWindow {
  const proxy = window.open('about:blank', '_blank')
  if (proxy) proxy.opener = null
  return { proxy }
}

/** Leads the window to the provider's page. Returns false if there is none any more; then the visitor needs a link. */
export function leadProviderWindow({ proxy }: ProviderWindow, url: string): boolean {
  if (!proxy || proxy.closed) return false
  proxy.location.replace(url)
  return true
}

/** Closes the window if nothing is to be shown in it. */
export function closeProviderWindow({ proxy }: ProviderWindow): void {
  proxy?.close()
}
