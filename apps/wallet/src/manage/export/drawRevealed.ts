import { element } from '@portico/page-server/element'
import type { RevealedWallet } from '../../export/exportTask.ts'
import { drawHeld } from '../drawHeld.ts'
import { drawKey } from '../drawKey.ts'
import { drawWords } from '../drawWords.ts'
import { exportCopy } from './copy.ts'

/** Draws buttons that show the words, if the wallet has any, and the private key while they are held. */
export function drawRevealed({ words, privateKey }: RevealedWallet): HTMLElement {
  const held = [
    drawHeld({ label: exportCopy.holdKey, name: exportCopy.key, draw: () => drawKey(privateKey) }),
  ]
  if (words !== undefined) {
    const label = exportCopy.holdWords(words.split(' ').length)
    held.unshift(drawHeld({ label, name: exportCopy.words, draw: () => drawWords(words) }))
  }
  const warning = element('p', { class: 'warning' }, exportCopy.warning)
  return element('div', { class: 'question' }, warning, ...held.flatMap(({ button, area }) => [button, area]))
}
