import { element } from '@portico/page-server/element'
import type { RevealedWallet } from '../../export/exportTask.ts'
import { drawHeld } from '../drawHeld.ts'
import { drawKey } from '../drawKey.ts'
import { drawWords } from '../drawWords.ts'
import { exportText } from './copy.ts'
import { labelOfWords } from './labelOfWords.ts'

/** Draws buttons that show the words, if the wallet has any, and the private key while they are held. */
export function drawRevealed({ words, privateKey }: RevealedWallet): HTMLElement {
  const held = [
    drawHeld({
      label: exportText('export.holdKey'),
      name: exportText('export.key'),
      draw: () => drawKey(privateKey),
    }),
  ]
  if (words !== undefined) {
    const label = labelOfWords(words)
    held.unshift(drawHeld({ label, name: exportText('export.words'), draw: () => drawWords(words) }))
  }
  const warning = element('p', { class: 'warning' }, exportText('export.warning'))
  return element('div', { class: 'question' }, warning, ...held.flatMap(({ button, area }) => [button, area]))
}
