import { element } from '@portico/page-server/element'
import { drawLabel } from '../drawLabel.ts'
import { importText } from './copy.ts'

/** A wallet that an import has replaced. */
export type RetiredWallet = { walletId: string; address: string }

/** Draws the section that starts an import and lists the wallets that imports have replaced. */
export function drawImport({
  importWallet,
  listRetired,
  exportRetired,
}: {
  importWallet(): void
  listRetired(): Promise<readonly RetiredWallet[]>
  /** Shows the words or the key of a wallet that was replaced. */
  exportRetired(walletId: string): void
}): HTMLElement {
  const button = element('button', { type: 'button', class: 'button' }, importText('import.open'))
  button.addEventListener('click', importWallet)
  const section = element(
    'section',
    { class: 'part' },
    element('h2', {}, importText('import.title')),
    element('p', { class: 'small muted' }, importText('import.intro')),
    button,
  )
  void listRetired().then(
    (retired) => {
      if (retired.length === 0) return
      const items = retired.map(({ address, walletId }) =>
        drawRetired(address, () => exportRetired(walletId)),
      )
      section.append(
        element('p', { class: 'small muted' }, importText('import.retired')),
        element('ul', { class: 'list' }, ...items),
      )
    },
    // The list is additional; the devices above say why a server cannot be reached.
    () => undefined,
  )
  return section
}

function drawRetired(address: string, onShow: () => void): HTMLElement {
  const show = element(
    'button',
    { type: 'button', class: 'button quiet' },
    ...drawLabel(importText('import.show'), (button) =>
      importText.parts('import.showOf', { button, address }),
    ),
  )
  show.addEventListener('click', onShow)
  return element(
    'li',
    { class: 'entry' },
    element('code', { class: 'mono small', dir: 'ltr' }, address),
    show,
  )
}
