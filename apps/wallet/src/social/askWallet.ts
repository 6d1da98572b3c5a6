import { element } from '@portico/page-server/element'
import { LoginCancelledError } from '../session/LoginCancelledError.ts'
import type { WalletQuestion } from '../session/WalletQuestion.ts'
import type { Surface } from '../ui/Surface.ts'
import { socialText } from './copy.ts'
import { providerNames } from './providerNames.ts'

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
    const heading = element('h1', { id: 'wallet-title', tabindex: '-1' }, socialText('social.wallet.title'))
    const use = element('button', { type: 'button', class: 'button main' }, socialText('social.wallet.use'))
    const make = element('button', { type: 'button', class: 'button' }, socialText('social.wallet.make'))
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
          ...socialText.parts('social.wallet.once', {
            email: element('bdi', { class: 'address' }, email),
            provider: name,
          }),
        ),
        element('p', { class: 'small muted' }, socialText('social.wallet.otherwise', { provider: name })),
      ),
      use,
      make,
    )
    surface.show({ name: 'code', element: view })
    heading.focus()
  }).finally(() => surface.hide())
  return { answer, close: () => close() }
}
