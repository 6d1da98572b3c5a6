import type { SocialProvider } from '@portico/protocol/social'
import type { Account } from '../../session/createAccount.ts'
import { LoginCancelledError } from '../../session/LoginCancelledError.ts'
import { ProviderRefusedError } from '../../session/ProviderRefusedError.ts'
import { socialText } from '../../social/copy.ts'
import { providerNames } from '../../social/providerNames.ts'
import { showContinueStep } from '../../social/showContinueStep.ts'
import { toFragment } from '../../social/socialMessages.ts'
import { manageText } from '../copy.ts'
import { createCodeSurface } from '../createCodeSurface.ts'

/**
 * Has the visitor log in at a provider, in a window that this page opens, and returns the result, which the account's social login
 * completes. The button opens the window; `isAtOnce` opens it without, if the browser still allows that after the visitor's press.
 *
 * @throws {LoginCancelledError} {ProviderRefusedError} {ServerError}
 */
export async function logInAtProvider(
  {
    root,
    account,
    window,
  }: { root: HTMLElement; account: Pick<Account, 'socialLogin' | 'cancelSocialLogin'>; window: Window },
  { provider, intro, isAtOnce }: { provider: SocialProvider; intro: string; isAtOnce: boolean },
): Promise<string> {
  const { ticket, waitForResult } = await (await account.socialLogin()).start(provider)
  const url = `${window.location.origin}/social?provider=${provider}${toFragment(ticket)}`
  const open = () => void window.open(url, '_blank', 'popup,width=480,height=720')
  let onCancel: () => void = () => {}
  const cancelled = new Promise<never>((_, reject) => {
    onCancel = () => reject(new LoginCancelledError())
  })
  const name = providerNames[provider]
  const cancel = { label: manageText('manage.login.cancel'), onClick: () => onCancel() }
  const step = showContinueStep(
    { provider: name, intro, open, opened: socialText('social.step.waiting', { provider: name }), cancel },
    { surface: createCodeSurface(root) },
  )
  if (isAtOnce && window.navigator.userActivation?.isActive) step.open()
  try {
    const outcome = await Promise.race([waitForResult(() => {}), cancelled])
    if (outcome === 'over') throw new LoginCancelledError()
    if ('reason' in outcome) throw new ProviderRefusedError(outcome.reason)
    return outcome.uri
  } catch (error) {
    account.cancelSocialLogin()
    throw error
  } finally {
    step.close()
  }
}
