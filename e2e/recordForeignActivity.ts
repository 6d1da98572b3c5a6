import type { Page } from '@playwright/test'

/**
 * Records what a hostile page must not cause: requests to hosts that are not allowed, dialogs, and popups. The returned
 * list grows while the page runs.
 */
export function recordForeignActivity(page: Page, allowed: readonly string[]): string[] {
  const seen: string[] = []
  const origins = allowed.map((url) => new URL(url).origin)
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    if (protocol === 'data:' || protocol === 'blob:' || origins.includes(origin)) return
    seen.push(`request: ${request.url().slice(0, 200)}`)
  })
  page.on('dialog', (dialog) => {
    seen.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('popup', (popup) => seen.push(`popup: ${popup.url()}`))
  return seen
}
