import { element } from '@portico/page-server/element'
import { draw } from '../draw.ts'
import { moveText } from './copy.ts'
import { explainMove } from './explainMove.ts'

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
  const open = element('button', { type: 'button', class: 'button' }, moveText('move.take.open'))
  open.addEventListener('click', openWallet)
  const refusal = ownAddress
    ? moveText('move.take.hasWallet', { address: ownAddress })
    : hasLink
      ? undefined
      : moveText('move.take.noLink')
  if (refusal !== undefined) {
    draw(
      root,
      { title: moveText('move.take.title'), isFirst: true },
      element('p', { class: 'bad' }, refusal),
      open,
    )
    return
  }
  const submit = element('button', { type: 'button', class: 'button main' }, moveText('move.take.submit'))
  submit.addEventListener('click', async () => {
    if (submit.getAttribute('aria-disabled') === 'true') return
    submit.setAttribute('aria-disabled', 'true')
    submit.textContent = moveText('move.take.busy')
    try {
      const address = await take(showDigits)
      draw(
        root,
        { title: moveText('move.take.doneTitle') },
        element('p', { class: 'muted' }, moveText('move.take.done', { address })),
        withClass(open, 'button main'),
      )
    } catch (error) {
      draw(
        root,
        { title: moveText('move.take.title') },
        element('p', { class: 'bad', role: 'status' }, explainMove(error)),
        open,
      )
    }
  })

  function showDigits(digits: string): void {
    draw(
      root,
      { title: moveText('move.take.digitsTitle') },
      element(
        'p',
        { class: 'match' },
        element('span', { class: 'unseen' }, `${moveText('move.take.digits')}: `),
        element('strong', { dir: 'ltr' }, digits),
      ),
      element('p', { class: 'warning' }, moveText('move.take.digitsWarning')),
      element('p', { class: 'small muted', role: 'status' }, moveText('move.take.waiting')),
    )
  }

  draw(
    root,
    { title: moveText('move.take.title'), isFirst: true },
    element('p', { class: 'muted' }, moveText('move.take.explain')),
    element('p', { class: 'warning' }, moveText('move.take.warning')),
    submit,
  )
}

function withClass(button: HTMLButtonElement, name: string): HTMLButtonElement {
  button.className = name
  return button
}
