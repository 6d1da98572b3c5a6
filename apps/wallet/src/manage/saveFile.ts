import { element } from '@portico/page-server/element'

/** Saves a text as a file on the visitor's disk, as a download. */
export function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  element('a', { href: url, download: name }).click()
  // The browser has taken the content when the click returns, but some read it a moment later.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
