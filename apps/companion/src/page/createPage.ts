import { element } from '@portico/page-server/element'
import type { ServerAddresses } from '../serverAddresses.ts'
import type { Companion } from '../wallet/createCompanion.ts'
import { requestCard } from './requestCard.ts'

/** The page. Call `attach` once the wallet exists and `render` whenever it has changed. */
export type Page = {
  showStatus(sentence: string): void
  attach(companion: Companion): void
  render(): void
}

/** Creates the page in the document. */
export function createPage(chains: ServerAddresses['chains']): Page {
  let companion: Companion | undefined
  const cards = new Map<string, HTMLElement>()
  const status = element('p', { role: 'status', class: 'status' }, 'Starting…')
  const link = element('input', {
    id: 'link',
    type: 'text',
    autocomplete: 'off',
    spellcheck: 'false',
    placeholder: 'wc:…',
  })
  const connect = element('button', { class: 'main' }, 'Connect')
  const form = element(
    'form',
    { class: 'row' },
    element('div', { class: 'field' }, element('label', { for: 'link' }, 'Connection link'), link),
    connect,
  )
  const network = element(
    'select',
    { id: 'network' },
    ...chains.map(({ chainId, name }) => option(chainId, name)),
  )
  const account = element('select', { id: 'account' })
  const oneClick = element('input', { type: 'checkbox' })
  const requests = element('div', { class: 'list' })
  const sessions = element('ul', { class: 'list' })
  const noRequest = element('p', { class: 'muted' }, 'No requests.')
  const noSession = element('p', { class: 'muted' }, 'Not connected to any application.')

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void pair(link.value)
  })
  network.addEventListener('change', () => void companion?.switchNetwork(Number(network.value)))
  account.addEventListener('change', () => void companion?.switchAccount(Number(account.value)))
  oneClick.addEventListener('change', () => companion?.setOneClick(oneClick.checked))

  async function pair(uri: string): Promise<void> {
    if (!companion) return
    if (!/^wc:/.test(uri.trim())) {
      showStatus(
        'This is not a connection link. It starts with wc: and is copied by the application’s Copy link button.',
      )
      return link.focus()
    }
    showStatus('Connecting…')
    connect.disabled = true
    try {
      await companion.pair(uri)
      link.value = ''
    } catch {
      showStatus(
        'This link could not be used. It has expired or was used before, or the gateway is not running. Copy a new one.',
      )
    } finally {
      connect.disabled = false
    }
  }

  function showStatus(sentence: string): void {
    status.textContent = sentence
  }

  function render(): void {
    if (!companion) return
    const { evm, account: activeAccount } = companion
    network.value = String(evm.chainId)
    if (account.options.length === 0)
      account.append(
        ...evm.accounts.map((address, index) => option(index, `${address.slice(0, 6)}…${address.slice(-4)}`)),
      )
    account.value = String(activeAccount)
    oneClick.checked = companion.oneClick
    renderRequests(companion)
    sessions.replaceChildren(
      ...companion.sessions.map(({ topic, app, url, networks }) => {
        const disconnect = element(
          'button',
          { type: 'button', 'aria-describedby': `session-${topic}` },
          'Disconnect',
        )
        disconnect.addEventListener('click', () => {
          disconnect.disabled = true
          void companion?.disconnect(topic)
        })
        return element(
          'li',
          { class: 'card row' },
          element(
            'div',
            { class: 'field', id: `session-${topic}` },
            element('strong', {}, app),
            element('span', { class: 'muted' }, `${url} · ${networks.join(', ')}`),
          ),
          disconnect,
        )
      }),
    )
    noSession.hidden = companion.sessions.length > 0
    document.title = `${companion.pending.length > 0 ? `(${companion.pending.length}) ` : ''}Companion Wallet`
  }

  /** Adds and removes cards. Other cards are not touched, so that they keep the focus. */
  function renderRequests({ pending }: Companion): void {
    for (const [id, card] of cards) {
      if (pending.some((request) => request.id === id)) continue
      const hadFocus = card.contains(document.activeElement)
      card.remove()
      cards.delete(id)
      if (hadFocus) heading.focus()
    }
    for (const request of pending) {
      if (cards.has(request.id)) continue
      const card = requestCard(request)
      cards.set(request.id, card)
      requests.append(card)
    }
    noRequest.hidden = pending.length > 0
  }

  const heading = element('h2', { tabindex: '-1' }, 'Requests')
  document.body.replaceChildren(
    element(
      'main',
      {},
      element('h1', {}, 'Companion Wallet'),
      element(
        'p',
        { class: 'muted' },
        'A wallet for trying WalletConnect on this machine. Its keys are public test keys: do not send anything of value to them.',
      ),
      status,
      section('Connect', form),
      element('section', {}, heading, noRequest, requests),
      section('Connections', noSession, sessions),
      section(
        'This wallet',
        element('div', { class: 'field' }, element('label', { for: 'network' }, 'Network'), network),
        element('div', { class: 'field' }, element('label', { for: 'account' }, 'Account'), account),
        element(
          'label',
          { class: 'check' },
          oneClick,
          'Sign in with one click if an application asks for it',
        ),
      ),
    ),
  )

  return {
    showStatus,
    render,
    attach(created) {
      companion = created
      showStatus('Ready. Copy the link from the application’s WalletConnect view and paste it here.')
      render()
      const uri = new URLSearchParams(location.search).get('uri')
      if (!uri) return
      // The URI contains the pairing's key: remove it from the address and the history.
      history.replaceState(null, '', location.pathname)
      void pair(uri)
    },
  }
}

function section(title: string, ...children: readonly Node[]) {
  return element('section', {}, element('h2', {}, title), ...children)
}

function option(value: number, text: string) {
  return element('option', { value: String(value) }, text)
}
