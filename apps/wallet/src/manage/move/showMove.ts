import { element } from '@portico/page-server/element'
import { BaseError } from '@portico/protocol'
import type { MoveOffer } from '../../move/createMoveOffer.ts'
import { isSessionOver } from '../../session/isSessionOver.ts'
import { ServerError, SessionEndedError } from '../../session/ServerError.ts'
import { draw } from '../draw.ts'
import { moveText } from './copy.ts'
import { drawDigitsField } from './drawDigitsField.ts'
import { drawQr } from './drawQr.ts'
import { explainMove } from './explainMove.ts'

export type MoveParameters = {
  root: HTMLElement
  startOffer(): Promise<MoveOffer>
  /** Called when the gateway says that the session on this page is over. */
  onSessionOver(): void
  onBack(): void
}

/** Failures of `enterDigits` after which the same digits may be typed again. */
const retryable = new Set(['server-unreachable', 'epoch-stale'])

/** Milliseconds after which the code has expired; less than the gateway's, whose clock starts earlier. */
const expiresAfter = 110_000
/** How often an expired code is renewed, so that a forgotten page does not offer the wallet for ever. */
const maxRenewals = 5

/** Moves the wallet to another device: shows the link, asks for the digits of the other device, and waits until it is done. */
export async function showMove(parameters: MoveParameters): Promise<void> {
  const { root, startOffer, onBack } = parameters
  let offer: MoveOffer | undefined
  let isCancelled = false
  const cancel = () => {
    isCancelled = true
    void offer?.cancel()
    onBack()
  }
  try {
    let renew: ((link: string) => void) | undefined
    for (let renewals = 0; ; renewals += 1) {
      offer = await startOffer()
      if (isCancelled) return void offer.cancel()
      if (renew) renew(offer.link)
      else renew = showLink(root, offer.link, cancel)
      const startedAt = Date.now()
      const expired = await offer.waitForDevice().catch((error: unknown) => {
        // Ended earlier, it was cancelled or started again in another tab.
        const hasExpired = isOver(error) && Date.now() - startedAt >= expiresAfter
        if (!hasExpired || renewals >= maxRenewals) throw error
        return 'expired' as const
      })
      if (isCancelled) return
      if (expired === undefined) break
    }
    await askDigits(root, offer, cancel)
    if (isCancelled) return
    const setEnding = (isEnding: boolean) => {
      isCancelled = isEnding
    }
    showFinishing(root, offer, { onBack, setEnding })
    await offer.waitForLogin()
    if (!isCancelled) showDone(root, onBack)
  } catch (error) {
    // The page shows the login then.
    if (isCancelled || error instanceof SessionEndedError) return
    if (isSessionOver(error)) parameters.onSessionOver()
    else showFailure(parameters, error)
  }
}

function isOver(error: unknown): boolean {
  return error instanceof ServerError && error.code === 'move-over'
}

/** Shows the link. Returns a function that shows another one in its place, and leaves focus and page as they are. */
function showLink(root: HTMLElement, first: string, cancel: () => void): (link: string) => void {
  let link = first
  const shown = element('code', { class: 'mono small', dir: 'ltr' }, link)
  const waiting = element('p', { class: 'small muted', role: 'status' }, moveText('move.waiting'))
  let qr = drawQr(link, moveText('move.qr'))
  const copied = element('span', { class: 'small muted', role: 'status' })
  const copyLink = button(moveText('move.copyLink'), async () => {
    await navigator.clipboard.writeText(link)
    copied.textContent = moveText('move.copied')
  })
  draw(
    root,
    { title: moveText('move.viewTitle') },
    element('p', { class: 'muted' }, moveText('move.explain')),
    element('p', { class: 'warning' }, moveText('move.power')),
    qr,
    element(
      'div',
      { class: 'own-address' },
      element('span', { class: 'unseen' }, moveText('move.link')),
      shown,
      copyLink,
      copied,
    ),
    waiting,
    button(moveText('move.cancel'), cancel, 'button'),
  )
  return (next) => {
    link = next
    shown.textContent = link
    const drawn = drawQr(link, moveText('move.qr'))
    qr.replaceWith(drawn)
    qr = drawn
    copied.textContent = ''
    waiting.textContent = moveText('move.renewed')
  }
}

/** Asks for the digits until they are right. */
function askDigits(root: HTMLElement, offer: MoveOffer, cancel: () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const status = element('p', { class: 'small muted', role: 'status', id: 'digits-status' })
    const say = (text: string, isBad = false) => {
      status.textContent = text
      status.className = isBad ? 'small bad' : 'small muted'
    }
    const digits = drawDigitsField({
      label: moveText('move.field'),
      describedBy: status.id,
      async onFull(typed) {
        digits.field.readOnly = true
        say(moveText('move.checking'))
        try {
          const entered = await offer.enterDigits(typed)
          if (entered.isRight) return resolve()
          say(moveText('move.wrong', { triesLeft: entered.triesLeft }), true)
          digits.reset(true)
        } catch (error) {
          if (!(error instanceof BaseError && retryable.has(error.code ?? ''))) return reject(error)
          say(explainMove(error), true)
          digits.reset(false)
        }
      },
    })
    draw(
      root,
      { title: moveText('move.digitsTitle') },
      element('p', { class: 'muted' }, moveText('move.digitsExplain')),
      element('p', { class: 'warning' }, moveText('move.digitsWarning')),
      digits.code,
      status,
      button(moveText('move.cancel'), cancel, 'button'),
    )
  })
}

/**
 * Waits for the login of the other device. Nothing can be cancelled any more, as the device has been added: it can only be ended.
 */
function showFinishing(
  root: HTMLElement,
  offer: MoveOffer,
  { onBack, setEnding }: { onBack(): void; setEnding(isEnding: boolean): void },
): void {
  const status = element('p', { class: 'small muted', role: 'status' }, moveText('move.finishing'))
  const ending = button(
    moveText('move.end'),
    async () => {
      if (ending.getAttribute('aria-disabled') === 'true') return
      ending.setAttribute('aria-disabled', 'true')
      setEnding(true)
      status.textContent = moveText('move.ending')
      try {
        await offer.endDevice()
        draw(
          root,
          { title: moveText('move.endedTitle') },
          element('p', { class: 'muted', role: 'status' }, moveText('move.ended')),
          button(moveText('move.back'), onBack, 'button'),
        )
      } catch (error) {
        ending.removeAttribute('aria-disabled')
        setEnding(false)
        status.textContent = explainMove(error)
        status.className = 'small bad'
      }
    },
    'button',
  )
  draw(root, { title: moveText('move.finishingTitle') }, status, ending)
}

function showDone(root: HTMLElement, onBack: () => void): void {
  draw(
    root,
    { title: moveText('move.doneTitle') },
    element('p', { class: 'muted' }, moveText('move.done')),
    element('p', { class: 'muted' }, moveText('move.notice')),
    button(moveText('move.back'), onBack, 'button'),
  )
}

function showFailure(parameters: MoveParameters, error: unknown): void {
  const { root, onBack } = parameters
  draw(
    root,
    { title: moveText('move.viewTitle') },
    element('p', { class: 'bad', role: 'status' }, explainMove(error)),
    button(moveText('move.again'), () => void showMove(parameters), 'button main'),
    button(moveText('move.back'), onBack),
  )
}

function button(text: string, onClick: () => void, className = 'button quiet'): HTMLButtonElement {
  const made = element('button', { type: 'button', class: className }, text)
  made.addEventListener('click', onClick)
  return made
}
