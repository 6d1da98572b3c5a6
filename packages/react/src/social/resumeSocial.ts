import { socialName, takeSocialProvider } from '@portico/core/internal'
import type { KitScope } from '../kit/KitContext.ts'

/**
 * Goes on with a login for which this tab went to the provider: it came back with the parameter `result_uri`. Removes the parameter
 * from the address bar, and opens the view that completes the login. Without such a login, any link could contain the parameter:
 * then nothing opens.
 */
export function resumeSocial({ kit, router }: KitScope): void {
  const { search, pathname, hash } = location
  const isResult = (part: string) => part.startsWith('result_uri=')
  const parts = search.slice(1).split('&')
  const others = parts.filter((part) => !isResult(part)).join('&')
  history.replaceState(history.state, '', `${pathname}${others && `?${others}`}${hash}`)
  const result = new URLSearchParams(parts.findLast(isResult)).get('result_uri') ?? ''
  const provider = takeSocialProvider(kit)
  if (!provider) {
    kit.logger.warn('The page was opened with a `result_uri`, but no login went on at a provider here.')
    return
  }
  const { walletUrl } = kit.options
  const isOurs = walletUrl !== undefined && result.startsWith(`${new URL(walletUrl).origin}/social?`)
  if (!isOurs) {
    kit.logger.warn('The `result_uri` in the address is not one of the wallet: untrusted origin.')
    return
  }
  router.open({ name: 'connect' })
  router.push({
    ...{ name: 'connecting-social', provider, title: socialName(provider), isRedirect: true, result },
  })
}
