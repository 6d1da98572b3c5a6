import { element } from '@portico/page-server/element'
import { manageCopy } from './copy.ts'

const pauseSeconds = 10
const copy = manageCopy.restore

/** Draws a warning and a button that, after a pause, shows the words while it is held. */
export function drawHeldWords(words: string): HTMLElement {
  const button = element(
    'button',
    { type: 'button', class: 'button', 'aria-disabled': 'true' },
    copy.wait(pauseSeconds),
  )
  const list = element('div', { class: 'words', role: 'status', 'aria-label': copy.words })
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

  const hide = () => list.replaceChildren()
  function show(): void {
    if (seconds > 0) return
    list.replaceChildren(
      element('ol', {}, ...words.split(' ').map((word) => element('li', { translate: 'no' }, word))),
    )
  }
  button.addEventListener('pointerdown', show)
  button.addEventListener('keydown', (event) => {
    if (event.key === ' ' || event.key === 'Enter') show()
  })
  for (const event of ['pointerup', 'pointercancel', 'pointerleave', 'keyup', 'blur', 'contextmenu'])
    button.addEventListener(event, hide)
  document.addEventListener('visibilitychange', hide)
  return element('div', { class: 'question' }, element('p', { class: 'warning' }, copy.warning), button, list)
}
