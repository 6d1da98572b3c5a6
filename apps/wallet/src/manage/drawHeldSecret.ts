import { element } from '@portico/page-server/element'
import type { BackupSecret } from '../backup/backupTask.ts'
import { manageText } from './copy.ts'
import { drawHeld } from './drawHeld.ts'
import { drawKey } from './drawKey.ts'
import { drawWords } from './drawWords.ts'
import { exportText } from './export/copy.ts'
import { labelOfWords } from './export/labelOfWords.ts'

const pauseSeconds = 10

/** Draws a warning and a button that, after a pause, shows the words or the private key while it is held. */
export function drawHeldSecret(secret: BackupSecret): HTMLElement {
  const { hold, ...parts } =
    'words' in secret
      ? {
          hold: labelOfWords(secret.words),
          name: exportText('export.words'),
          draw: () => drawWords(secret.words),
        }
      : {
          hold: exportText('export.holdKey'),
          name: exportText('export.key'),
          draw: () => drawKey(secret.privateKey),
        }
  const { button, area } = drawHeld({
    label: manageText('manage.restore.wait', { seconds: pauseSeconds }),
    ...parts,
  })
  button.setAttribute('aria-disabled', 'true')
  let seconds = pauseSeconds
  const timer = setInterval(() => {
    seconds -= 1
    if (seconds > 0) {
      button.textContent = manageText('manage.restore.wait', { seconds })
      return
    }
    clearInterval(timer)
    button.removeAttribute('aria-disabled')
    button.textContent = hold
  }, 1000)
  const warning = element('p', { class: 'warning' }, exportText('export.warning'))
  return element('div', { class: 'question' }, warning, button, area)
}
