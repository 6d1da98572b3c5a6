import { element } from '@portico/page-server/element'
import type { IdentityProvider, LoginMethod } from '@portico/protocol/social'
import { SessionEndedError } from '../../session/ServerError.ts'
import { drawLabel } from '../drawLabel.ts'
import { formatTime } from '../formatTime.ts'
import { loginsText } from './copy.ts'
import type { LoginsClient, WalletLogin } from './createLoginsClient.ts'
import { explainLogins } from './explainLogins.ts'
import { nameOf } from './nameOf.ts'

/** What the visitor can do with the logins. Each leaves this page. */
type LoginActions = {
  changeEmail(): void
  addEmail(): void
  add(provider: IdentityProvider): void
  remove(method: LoginMethod): void
}

/** Draws the logins that open the wallet, and the ones that can be added. */
export function drawLogins({
  client,
  email,
  providers,
  actions,
}: {
  client: Pick<LoginsClient, 'list'>
  /** The address that the visitor logged in with, if so; the vault tells masked ones only. */
  email: string | undefined
  /** The providers that are set up. */
  providers: readonly IdentityProvider[]
  actions: LoginActions
}): HTMLElement {
  const status = element('p', { class: 'small bad', role: 'status' })
  const hint = element('p', { class: 'small muted' })
  const list = element('ul', { class: 'list', 'aria-label': loginsText('logins.title') })
  const adding = element('div', { class: 'providers' })

  async function load(): Promise<void> {
    try {
      const logins = await client.list()
      status.textContent = ''
      hint.textContent = logins.length === 1 ? loginsText('logins.only') : ''
      list.replaceChildren(...logins.map((login) => drawLogin(login, logins.length > 1)))
      adding.replaceChildren(...drawAdding(logins))
    } catch (error) {
      // The page shows the login then.
      if (error instanceof SessionEndedError) return
      list.replaceChildren(
        element(
          'li',
          {},
          drawButton(loginsText('logins.retry'), () => void load()),
        ),
      )
      status.textContent = explainLogins(error)
    }
  }

  function drawLogin({ method, since, label }: WalletLogin, isRemovable: boolean): HTMLElement {
    const name = nameOf(method)
    const isEmail = method === 'email'
    const address = (isEmail ? email : undefined) ?? label
    const note =
      isEmail && address !== undefined
        ? loginsText('logins.emailNote', { address })
        : loginsText('logins.since', { time: formatTime(since) })
    const text = element(
      'div',
      {},
      element('strong', {}, name),
      element('span', { class: 'small muted' }, note),
      ...(address !== undefined && !isEmail ? [element('bdi', { class: 'small muted' }, address)] : []),
    )
    const entry = element('li', { class: 'entry' }, text)
    if (isEmail) entry.append(drawButton(loginsText('logins.change'), actions.changeEmail))
    else if (isRemovable) {
      const label = drawLabel(loginsText('logins.remove'), (button) =>
        loginsText.parts('logins.removeOf', { button, name }),
      )
      entry.append(drawButton(label, () => ask(entry, method)))
    }
    return entry
  }

  /** Asks in the place of an entry before its login is removed. */
  function ask(entry: HTMLElement, method: LoginMethod): void {
    const question = element('p', { tabindex: '-1' }, loginsText('logins.question', { name: nameOf(method) }))
    const confirm = drawButton(loginsText('logins.confirm'), () => actions.remove(method))
    const cancel = drawButton(loginsText('logins.cancel'), () => {
      asked.replaceWith(entry)
      entry.querySelector('button')?.focus()
    })
    const asked = element(
      'li',
      { class: 'question' },
      question,
      element('div', { class: 'buttons' }, confirm, cancel),
    )
    entry.replaceWith(asked)
    question.focus()
  }

  function drawAdding(logins: readonly WalletLogin[]): HTMLElement[] {
    const has = (wanted: LoginMethod) => logins.some(({ method }) => method === wanted)
    return [
      ...(has('email') ? [] : [drawButton(loginsText('logins.addEmail'), actions.addEmail)]),
      ...providers
        .filter((provider) => !has(provider))
        .map((provider) =>
          drawButton(loginsText('logins.add', { name: nameOf(provider) }), () => actions.add(provider)),
        ),
    ]
  }

  void load()
  return element(
    'section',
    { class: 'part' },
    element('h2', {}, loginsText('logins.title')),
    element('p', { class: 'small muted' }, loginsText('logins.intro')),
    list,
    hint,
    status,
    adding,
  )
}

function drawButton(label: string | readonly Node[], onClick: () => void): HTMLElement {
  const button = element('button', { type: 'button', class: 'button' }, ...label)
  button.addEventListener('click', onClick)
  return button
}
