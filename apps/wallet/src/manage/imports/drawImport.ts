import { element } from '@portico/page-server/element'
import { importCopy } from './copy.ts'

/** Draws the section that starts an import and lists the wallets that imports have replaced. */
export function drawImport({
  importWallet,
  listRetired,
}: {
  importWallet(): void
  listRetired(): Promise<readonly { address: string }[]>
}): HTMLElement {
  const button = element('button', { type: 'button', class: 'button' }, importCopy.open)
  button.addEventListener('click', importWallet)
  const section = element(
    'section',
    { class: 'part' },
    element('h2', {}, importCopy.title),
    element('p', { class: 'small muted' }, importCopy.intro),
    button,
  )
  void listRetired().then(
    (retired) => {
      if (retired.length === 0) return
      const items = retired.map(({ address }) =>
        element('p', {}, element('code', { class: 'mono small', dir: 'ltr' }, address)),
      )
      section.append(element('p', { class: 'small muted' }, importCopy.retired), ...items)
    },
    // The list is additional; the devices above say why a server cannot be reached.
    () => undefined,
  )
  return section
}
