import { element } from '@portico/page-server/element'
import { BaseError } from '@portico/protocol'
import type { IdentityProvider } from '@portico/protocol/social'
import { createResendButton } from '../login/createResendButton.ts'
import { showCodeForm } from '../login/showCodeForm.ts'
import type { Account } from '../session/createAccount.ts'
import { ServerError } from '../session/ServerError.ts'
import type { StoredSession } from '../session/storedSession.ts'
import { providerNames } from '../social/providerNames.ts'
import { manageText } from './copy.ts'
import { createCodeSurface } from './createCodeSurface.ts'
import { draw } from './draw.ts'
import { explainLogin } from './explainLogin.ts'
import { loginsText } from './logins/copy.ts'

export type LoginParameters = {
  root: HTMLElement
  account: Pick<
    Account,
    'startLogin' | 'waitForDevice' | 'resendCode' | 'enterCode' | 'cancelLogin' | 'challenge'
  >
  /** Host of this page, which the form for the code names. */
  host: string
  /** Shown above the form. */
  note?: string | undefined
  /** Whether the page has just loaded. */
  isFirst?: boolean | undefined
  /** The providers to log in with, in order. */
  providers: readonly IdentityProvider[]
  /** Logs in at a provider. */
  logInWith(provider: IdentityProvider): Promise<StoredSession>
  /** Drawn below the form. */
  more?: (() => Node) | undefined
}

/** Logs in by e-mail or at a provider, starting again after whatever goes wrong; resolves with the session. */
export async function showLogin(parameters: LoginParameters): Promise<StoredSession> {
  let { note, isFirst } = parameters
  let email = ''
  for (;;) {
    const choice = await askLogin(parameters, { email, note, isFirst })
    isFirst = false
    try {
      if ('provider' in choice) return await parameters.logInWith(choice.provider)
      email = choice.email
      return await proveEmail(parameters, email)
    } catch (error) {
      parameters.account.cancelLogin()
      note = explainLogin(error)
    }
  }
}

/** Waits for the approval of the link, if one was mailed, and asks for the code; the challenge is open. */
export async function proveEmail(
  { root, account, host }: Pick<LoginParameters, 'root' | 'account' | 'host'>,
  email: string,
): Promise<StoredSession> {
  const { action, matchCode } = account.challenge() ?? (await account.startLogin(email))
  if (action === 'VERIFY_DEVICE') await waitForLink({ root, account, email, matchCode })
  const form = showCodeForm(
    {
      purpose: 'login',
      email,
      host,
      format: account.challenge()?.format,
      resendAt: account.challenge()?.resendAt,
      enter: account.enterCode,
      resend: account.resendCode,
      onCancel: account.cancelLogin,
    },
    { surface: createCodeSurface(root) },
  )
  return form.accepted
}

/** Asks for the address until the vault has accepted it, or for a provider. */
function askLogin(
  { root, account, providers, more }: LoginParameters,
  { email, note, isFirst }: { email: string; note?: string | undefined; isFirst?: boolean | undefined },
): Promise<{ email: string } | { provider: IdentityProvider }> {
  return new Promise((resolve) => {
    const status = element('p', { class: 'small', role: 'status', id: 'login-status' }, note ?? '')
    const field = element('input', {
      type: 'email',
      name: 'email',
      autocomplete: 'email',
      required: true,
      value: email,
      'aria-describedby': 'login-status',
    })
    const submit = element('button', { class: 'button main' }, manageText('manage.login.submit'))
    const form = element(
      'form',
      { novalidate: true },
      element('label', {}, manageText('manage.login.email'), field),
      status,
      submit,
    )
    form.addEventListener('submit', async (event) => {
      event.preventDefault()
      if (submit.getAttribute('aria-disabled') === 'true') return
      submit.setAttribute('aria-disabled', 'true')
      submit.textContent = manageText('manage.login.busy')
      try {
        await account.startLogin(field.value.trim())
        resolve({ email: field.value.trim() })
      } catch (error) {
        const isInvalid =
          error instanceof ServerError && /^(?:email-invalid|invalid-request)$/.test(error.code)
        status.textContent = isInvalid
          ? manageText('manage.login.failures.email-invalid')
          : explainLogin(error)
        status.className = 'small bad'
        field.setAttribute('aria-invalid', `${isInvalid}`)
        submit.removeAttribute('aria-disabled')
        submit.textContent = manageText('manage.login.submit')
        field.focus()
      }
    })
    draw(
      root,
      { title: manageText('manage.login.title'), isFirst: isFirst === true },
      element('p', { class: 'muted' }, manageText('manage.login.intro')),
      form,
      ...(providers.length > 0 ? [drawProviders(providers, (provider) => resolve({ provider }))] : []),
      ...(more ? [more()] : []),
    )
  })
}

/** Draws a button for each provider. */
function drawProviders(
  providers: readonly IdentityProvider[],
  choose: (provider: IdentityProvider) => void,
): HTMLElement {
  const buttons = providers.map((provider) => {
    const label = loginsText('logins.continueWith', { name: providerNames[provider] })
    const button = element('button', { type: 'button', class: 'button' }, label)
    button.addEventListener('click', () => {
      // The login starts before another view replaces this one.
      for (const each of buttons) each.setAttribute('aria-disabled', 'true')
      choose(provider)
    })
    return button
  })
  return element('div', { class: 'providers' }, ...buttons)
}

/** Shows the digits to type on the link's page until the link is approved, with a button that has it mailed again. */
async function waitForLink({
  root,
  account,
  email,
  matchCode = '',
}: Pick<LoginParameters, 'root' | 'account'> & {
  email: string
  matchCode?: string | undefined
}): Promise<void> {
  const status = element('p', { class: 'small muted', role: 'status' }, manageText('manage.login.waiting'))
  const again = createResendButton({
    resendAt: account.challenge()?.resendAt ?? 0,
    resend: account.resendCode,
    onResult(sentence, isBad) {
      status.textContent = sentence
      status.className = isBad ? 'small bad' : 'small muted'
    },
  })
  const cancel = element('button', { type: 'button', class: 'button' }, manageText('manage.login.cancel'))
  const cancelled = new Promise<never>((_, reject) => {
    cancel.addEventListener('click', () =>
      reject(new BaseError('The login was cancelled.', { code: 'login-cancelled' })),
    )
  })
  draw(
    root,
    { title: manageText('manage.login.linkTitle') },
    element('p', { class: 'muted' }, manageText('manage.login.linkSent', { email })),
    element('p', { class: 'muted' }, manageText('manage.login.digits')),
    element('p', { class: 'match' }, element('strong', {}, matchCode)),
    status,
    cancel,
    again.button,
  )
  const approved = async () => {
    while ((await account.waitForDevice()) === 'pending');
  }
  await Promise.race([approved(), cancelled]).finally(again.stop)
}
