import { element } from '@portico/page-server/element'

/** A shorter wait is not announced. */
const longMs = 1000

/** Draws, for a live region, what the visitor waits for. Screen readers see it after a second: the result may follow at once. */
export function drawWait(sentence: string): HTMLElement {
  const shown = element('span', { 'aria-hidden': 'true' }, sentence)
  setTimeout(() => shown.removeAttribute('aria-hidden'), longMs)
  return shown
}
