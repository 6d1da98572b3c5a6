import type { Page } from '@playwright/test'

/**
 * What a page does that nobody may make it do, as it happens: requests to hosts other than those allowed, and
 * windows a script opened.
 */
export function watchStrangers(page: Page, allowed: readonly string[]): string[] {
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
