import { element } from '@portico/page-server/element'
import type { BackupSecret } from '../backup/backupTask.ts'
import { manageCopy } from './copy.ts'
import { drawHeld } from './drawHeld.ts'
import { drawKey } from './drawKey.ts'
import { drawWords } from './drawWords.ts'
import { exportCopy } from './export/copy.ts'

const pauseSeconds = 10
const { wait } = manageCopy.restore

/** Draws a warning and a button that, after a pause, shows the words or the private key while it is held. */
export function drawHeldSecret(secret: BackupSecret): HTMLElement {
  const { hold, ...parts } =
    'words' in secret
      ? {
          hold: exportCopy.holdWords(secret.words.split(' ').length),
          name: exportCopy.words,
          draw: () => drawWords(secret.words),
        }
      : { hold: exportCopy.holdKey, name: exportCopy.key, draw: () => drawKey(secret.privateKey) }
  const { button, area } = drawHeld({ label: wait(pauseSeconds), ...parts })
  button.setAttribute('aria-disabled', 'true')
  let seconds = pauseSeconds
  const timer = setInterval(() => {
    seconds -= 1
    if (seconds > 0) {
      button.textContent = wait(seconds)
      return
    }
    clearInterval(timer)
    button.removeAttribute('aria-disabled')
    button.textContent = hold
  }, 1000)
  const warning = element('p', { class: 'warning' }, exportCopy.warning)
  return element('div', { class: 'question' }, warning, button, area)
}
