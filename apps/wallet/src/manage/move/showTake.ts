import { element } from '@portico/page-server/element'
import { draw } from '../draw.ts'
import { moveCopy } from './copy.ts'
import { explainMove } from './explainMove.ts'

const copy = moveCopy.take

export type TakeParameters = {
  root: HTMLElement
  /** Address of the wallet that this browser has already. */
  ownAddress: string | undefined
  /** Whether the page was opened with a complete link. */
  hasLink: boolean
  /** Receives the wallet; resolves with its address. */
  take(showDigits: (digits: string) => void): Promise<string>
  openWallet(): void
}

/** The page behind the link of a move: says what will happen, shows the digits, and waits for the wallet. */
export function showTake({ root, ownAddress, hasLink, take, openWallet }: TakeParameters): void {
  const open = element('button', { type: 'button', class: 'button' }, copy.open)
  open.addEventListener('click', openWallet)
  const refusal = ownAddress ? copy.hasWallet(ownAddress) : hasLink ? undefined : copy.noLink
  if (refusal !== undefined) {
    draw(root, { title: copy.title, isFirst: true }, element('p', { class: 'bad' }, refusal), open)
    return
  }
  const submit = element('button', { type: 'button', class: 'button main' }, copy.submit)
  submit.addEventListener('click', async () => {
    if (submit.getAttribute('aria-disabled') === 'true') return
    submit.setAttribute('aria-disabled', 'true')
    submit.textContent = copy.busy
    try {
      const address = await take(showDigits)
      draw(
        root,
        { title: copy.doneTitle },
        element('p', { class: 'muted' }, copy.done(address)),
        withClass(open, 'button main'),
      )
    } catch (error) {
      draw(
        root,
        { title: copy.title },
        element('p', { class: 'bad', role: 'status' }, explainMove(error)),
        open,
      )
    }
  })

  function showDigits(digits: string): void {
    draw(
      root,
      { title: copy.digitsTitle },
      element(
        'p',
        { class: 'match' },
        element('span', { class: 'unseen' }, `${copy.digits}: `),
        element('strong', { dir: 'ltr' }, digits),
      ),
      element('p', { class: 'warning' }, copy.digitsWarning),
      element('p', { class: 'small muted', role: 'status' }, copy.waiting),
    )
  }

  draw(
    root,
    { title: copy.title, isFirst: true },
    element('p', { class: 'muted' }, copy.explain),
    element('p', { class: 'warning' }, copy.warning),
    submit,
  )
}

function withClass(button: HTMLButtonElement, name: string): HTMLButtonElement {
  button.className = name
  return button
}
