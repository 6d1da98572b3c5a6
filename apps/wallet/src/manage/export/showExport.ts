import { element } from '@portico/page-server/element'
import type { RevealedWallet } from '../../export/exportTask.ts'
import { draw } from '../draw.ts'
import { exportText } from './copy.ts'
import { drawRevealed } from './drawRevealed.ts'
import { explainExport } from './explainExport.ts'

/** Time to think again, and to notice that somebody else asked for the words. */
const pauseSeconds = 10

/**
 * Shows the words and the private key while a button is held, after a pause in which it can be cancelled. Nothing is requested
 * before the pause is over.
 */
export async function showExport({
  root,
  reveal,
  onBack,
}: {
  root: HTMLElement
  /** Opens the wallet; the owner is mailed about it. */
  reveal(): Promise<RevealedWallet>
  onBack(): void
}): Promise<void> {
  if (!(await pause(root))) return onBack()
  const status = element('p', { class: 'muted', role: 'status' }, exportText('export.opening'))
  const back = element('button', { type: 'button', class: 'button quiet' }, exportText('export.back'))
  back.addEventListener('click', onBack)
  draw(root, { title: exportText('export.viewTitle') }, status, back)
  let revealed: RevealedWallet
  try {
    revealed = await reveal()
  } catch (error) {
    status.textContent = explainExport(error)
    status.className = 'bad'
    return
  }
  // The visitor has left the view meanwhile: the words are not drawn.
  if (!status.isConnected) return
  const { address, solanaAddress } = revealed
  const opens = [
    exportText('export.of', { address }),
    ...(solanaAddress ? [exportText('export.ofSolana', { address: solanaAddress })] : []),
  ]
  status.textContent = [...opens, exportText('export.noticed')].join(' ')
  status.after(drawRevealed(revealed))
}

/** Counts down; resolves with false when the visitor cancels. */
function pause(root: HTMLElement): Promise<boolean> {
  return new Promise((resolve) => {
    let seconds = pauseSeconds
    const text = element('p', { class: 'muted', role: 'timer' }, exportText('export.pause', { seconds }))
    const cancel = element('button', { type: 'button', class: 'button main' }, exportText('export.cancel'))
    const end = (isOver: boolean) => {
      clearInterval(timer)
      resolve(isOver)
    }
    const timer = setInterval(() => {
      seconds -= 1
      if (seconds > 0) text.textContent = exportText('export.pause', { seconds })
      else end(true)
    }, 1000)
    cancel.addEventListener('click', () => end(false))
    const warning = element('p', { class: 'warning' }, exportText('export.warning'))
    draw(root, { title: exportText('export.viewTitle') }, warning, text, cancel)
  })
}
