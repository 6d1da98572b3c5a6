import { element } from '@portico/page-server/element'

/** Draws a private key that no browser translates. */
export function drawKey(privateKey: string): HTMLElement {
  return element('code', { class: 'mono', dir: 'ltr', translate: 'no' }, privateKey)
}
