import type { Approvals, PendingRequest } from '../createApprovals.ts'
import { describeRequest } from './describeRequest.ts'
import { promptStyles } from './promptStyles.ts'

/** The members of a wallet that the prompt uses. */
export type PromptedWallet = Pick<Approvals, 'onRequest'> & {
  readonly info: { readonly name: string; readonly icon: string }
}

/**
 * Shows the requests of a wallet whose policy is `ask` in a small dialog in the corner of the page, one at a time, with
 * Approve and Reject. Escape rejects.
 *
 * The dialog is modal, because a non-modal one could not be used while the page has its own modal dialog open. Works under
 * a strict Content Security Policy (images need `img-src data:`).
 *
 * @returns a function that removes the prompt. Pending requests stay pending.
 * @example
 * import { createEvmWallet } from '@portico/testkit'
 * import { createPromptUi } from '@portico/testkit/prompt'
 *
 * const wallet = createEvmWallet({ chains: [{ chainId: 31337 }], policy: 'ask' })
 * wallet.announce()
 * const stop = createPromptUi({ wallet })
 */
export function createPromptUi({
  wallet,
  document: page = document,
}: {
  wallet: PromptedWallet
  /** Default: the page's document. */
  document?: Document | undefined
}): () => void {
  const queue: PendingRequest[] = []
  const host = page.createElement('div')
  const dialog = createDialog(page, host)
  // A modal dialog opened later would make the prompt unusable, so reopen the prompt above it.
  const observer = new MutationObserver((changes) => {
    if (changes.some(({ target }) => (target as Element).matches('dialog:modal'))) raise()
  })
  let shown: PendingRequest | undefined

  function show() {
    const request = queue[0]
    if (request === shown) return
    hide()
    if (!request) return
    shown = request
    dialog.replaceChildren(...createContent(page, wallet, request))
    dialog.setAttribute('aria-label', `${wallet.info.name}: ${describeRequest(request).title}`)
    // Not in the body, which pages may replace, hide or make inert.
    page.documentElement.append(host)
    raise()
    observer.observe(page, { subtree: true, attributes: true, attributeFilter: ['open'] })
  }

  function raise() {
    if (dialog.open) dialog.close()
    dialog.showModal()
    // Do not focus a button: the key that pressed "Connect" may still be down and must not approve.
    dialog.querySelector('h2')?.focus()
  }

  function hide() {
    shown = undefined
    observer.disconnect()
    dialog.close()
    host.remove()
  }

  function rejectShown(event: Event) {
    // `raise` also closes the dialog briefly.
    if (event.type === 'close' && dialog.open) return
    event.preventDefault()
    shown?.reject()
  }
  dialog.addEventListener('cancel', rejectShown)
  dialog.addEventListener('close', rejectShown)

  const unsubscribe = wallet.onRequest((request) => {
    queue.push(request)
    show()
    void request.settled.then(() => {
      const index = queue.indexOf(request)
      if (index !== -1) queue.splice(index, 1)
      show()
    })
  })

  return () => {
    unsubscribe()
    queue.length = 0
    show()
  }
}

const privateEvents = [
  ...['click', 'mousedown', 'mouseup', 'pointerdown', 'pointerup', 'touchstart', 'touchend'],
  ...['keydown', 'keyup', 'focusin', 'focusout'],
]

function createDialog(page: Document, host: HTMLElement): HTMLDialogElement {
  const view = page.defaultView ?? window
  const sheet = new view.CSSStyleSheet()
  sheet.replaceSync(promptStyles)
  const root = host.attachShadow({ mode: 'open' })
  root.adoptedStyleSheets = [sheet]
  // Hide the prompt's events from the page: its dialogs may close on Escape or on clicks outside of them.
  for (const name of privateEvents) host.addEventListener(name, (event) => event.stopPropagation())
  // An inline style, because the page's rules for `div` override those of the shadow root.
  host.style.setProperty('display', 'contents', 'important')
  const dialog = page.createElement('dialog')
  root.append(dialog)
  return dialog
}

function createContent(page: Document, wallet: PromptedWallet, request: PendingRequest): HTMLElement[] {
  const { title, facts, content } = describeRequest(request)

  function create<Tag extends keyof HTMLElementTagNameMap>(
    tag: Tag,
    properties: Partial<HTMLElementTagNameMap[Tag]>,
    children: (Node | string)[] = [],
  ): HTMLElementTagNameMap[Tag] {
    const element = Object.assign(page.createElement(tag), properties)
    element.append(...children)
    return element
  }

  const parts: HTMLElement[] = [
    create('header', {}, [create('img', { src: wallet.info.icon, alt: '' }), wallet.info.name]),
    create('h2', { tabIndex: -1 }, [title]),
  ]
  if (facts.length > 0) {
    const pairs = facts.flatMap(([name, value]) => [create('dt', {}, [name]), create('dd', {}, [value])])
    parts.push(create('dl', {}, pairs))
  }
  if (content !== undefined) {
    // Focusable, so that it can be scrolled with the keyboard.
    parts.push(create('pre', { tabIndex: 0, role: 'group', ariaLabel: 'Details' }, [content]))
  }
  const reject = create('button', { type: 'button', onclick: () => request.reject() }, ['Reject'])
  const approve = create('button', { type: 'button', className: 'main', onclick: () => request.approve() }, [
    'Approve',
  ])
  parts.push(create('footer', {}, [reject, approve]))
  return parts
}
