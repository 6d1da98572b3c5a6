import { element } from '@portico/page-server/element'
import { manageCopy } from './copy.ts'
import { drawHeld } from './drawHeld.ts'
import { drawWords } from './drawWords.ts'

const pauseSeconds = 10
const copy = manageCopy.restore

/** Draws a warning and a button that, after a pause, shows the words while it is held. */
export function drawHeldWords(words: string): HTMLElement {
  const draw = () => drawWords(words)
  const { button, area } = drawHeld({ label: copy.wait(pauseSeconds), name: copy.words, draw })
  button.setAttribute('aria-disabled', 'true')
  let seconds = pauseSeconds
  const timer = setInterval(() => {
    seconds -= 1
    if (seconds > 0) {
      button.textContent = copy.wait(seconds)
      return
    }
    clearInterval(timer)
    button.removeAttribute('aria-disabled')
    button.textContent = copy.hold
  }, 1000)
  return element('div', { class: 'question' }, element('p', { class: 'warning' }, copy.warning), button, area)
}
