import type { ServerAddresses } from '../serverAddresses.ts'
import type { Companion } from '../wallet/createCompanion.ts'
import { element } from './element.ts'
import { questionCard } from './questionCard.ts'

/** What the page shows of the wallet; `follow` once there is one, `render` whenever it is another. */
export type Page = {
  say(sentence: string): void
  follow(companion: Companion): void
  render(): void
}

/** Builds the page into the document. */
export function createPage(chains: ServerAddresses['chains']): Page {
  let companion: Companion | undefined
  const cards = new Map<string, HTMLElement>()
  const status = element('p', { role: 'status', class: 'status' }, 'Starting …')
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
  const questions = element('div', { class: 'list' })
  const sessions = element('ul', { class: 'list' })
  const noQuestion = element('p', { class: 'muted' }, 'Nothing waits.')
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
      say('This is no connection link: it begins with wc:, and the application’s Copy link button has it.')
      return link.focus()
    }
    say('Asking the application …')
    connect.disabled = true
    try {
      await companion.pair(uri)
      link.value = ''
    } catch {
      say(
        'This link could not be used: it has ended or was used before, or the gateway is away. Copy a new one.',
      )
    } finally {
      connect.disabled = false
    }
  }

  function say(sentence: string): void {
    status.textContent = sentence
  }

  function render(): void {
    if (!companion) return
    const { evm, account: chosen } = companion
    network.value = String(evm.chainId)
    if (account.options.length === 0)
      account.append(
        ...evm.accounts.map((address, index) => option(index, `${address.slice(0, 6)}…${address.slice(-4)}`)),
      )
    account.value = String(chosen)
    oneClick.checked = companion.oneClick
    renderQuestions(companion)
    sessions.replaceChildren(
      ...companion.sessions.map(({ topic, app, url, networks }) => {
        const end = element(
          'button',
          { type: 'button', 'aria-describedby': `session-${topic}` },
          'Disconnect',
        )
        end.addEventListener('click', () => {
          end.disabled = true
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
          end,
        )
      }),
    )
    noSession.hidden = companion.sessions.length > 0
    document.title = `${companion.questions.length > 0 ? `(${companion.questions.length}) ` : ''}Companion Wallet`
  }

  /** Cards that stay are left alone, with the focus in them. */
  function renderQuestions({ questions: asked }: Companion): void {
    for (const [id, card] of cards) {
      if (asked.some((question) => question.id === id)) continue
      const hadFocus = card.contains(document.activeElement)
      card.remove()
      cards.delete(id)
      if (hadFocus) heading.focus()
    }
    for (const question of asked) {
      if (cards.has(question.id)) continue
      const card = questionCard(question)
      cards.set(question.id, card)
      questions.append(card)
    }
    noQuestion.hidden = asked.length > 0
  }

  const heading = element('h2', { tabindex: '-1' }, 'Waiting for you')
  document.body.replaceChildren(
    element(
      'main',
      {},
      element('h1', {}, 'Companion Wallet'),
      element(
        'p',
        { class: 'muted' },
        'A wallet for trying WalletConnect on this machine. Its keys are public test keys: send nothing of worth to them.',
      ),
      status,
      section('Connect', form),
      element('section', {}, heading, noQuestion, questions),
      section('Connections', noSession, sessions),
      section(
        'This wallet',
        element('div', { class: 'field' }, element('label', { for: 'network' }, 'Network'), network),
        element('div', { class: 'field' }, element('label', { for: 'account' }, 'Account'), account),
        element(
          'label',
          { class: 'check' },
          oneClick,
          'Sign in with one click, where an application asks for it',
        ),
      ),
    ),
  )

  return {
    say,
    render,
    follow(made) {
      companion = made
      say('Ready: copy the link from the application’s WalletConnect view, and paste it here.')
      render()
      const uri = new URLSearchParams(location.search).get('uri')
      if (!uri) return
      // The key is in it: neither for the history nor for the next reload.
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
