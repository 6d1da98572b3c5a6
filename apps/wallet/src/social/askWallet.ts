import { element } from '@portico/page-server/element'
import { LoginCancelledError } from '../session/LoginCancelledError.ts'
import type { WalletQuestion } from '../session/WalletQuestion.ts'
import type { Surface } from '../ui/Surface.ts'
import { socialCopy } from './copy.ts'
import { providerNames } from './providerNames.ts'

const copy = socialCopy.wallet

/**
 * Asks whether a new account shall open the wallet that the visitor already has with the same e-mail address. `answer` resolves with
 * false if it shall get a wallet of its own, and rejects if the step is closed.
 */
export function askWallet(
  { provider, email }: WalletQuestion,
  { surface }: { surface: Surface },
): { answer: Promise<boolean>; close(): void } {
  let close: () => void = () => {}
  const answer = new Promise<boolean>((resolve, reject) => {
    close = () => reject(new LoginCancelledError())
    const name = providerNames[provider]
    const heading = element('h1', { id: 'wallet-title', tabindex: '-1' }, copy.title)
    const use = element('button', { type: 'button', class: 'button main' }, copy.use)
    const make = element('button', { type: 'button', class: 'button' }, copy.make)
    use.addEventListener('click', () => resolve(true))
    make.addEventListener('click', () => resolve(false))
    const view = element(
      'section',
      { class: 'view', 'aria-labelledby': 'wallet-title' },
      element(
        'div',
        { class: 'center' },
        heading,
        element(
          'p',
          { class: 'muted' },
          copy.logInWith,
          element('bdi', { class: 'address' }, email),
          copy.once(name),
        ),
        element('p', { class: 'small muted' }, copy.otherwise(name)),
      ),
      use,
      make,
    )
    surface.show({ name: 'code', element: view })
    heading.focus()
  }).finally(() => surface.hide())
  return { answer, close: () => close() }
}
