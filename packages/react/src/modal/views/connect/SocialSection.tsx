import { socialName } from '@portico/core/internal'
import { text } from '../../../copy.ts'
import { useKitState, useScope } from '../../../kit/KitContext.ts'
import { listSocials } from '../../../social/listSocials.ts'
import { SocialIcon } from '../../../social/SocialIcon.tsx'
import { startSocial } from '../../../social/startSocial.ts'
import { viewNamespace } from '../../viewNamespace.ts'

/** How many logos fit in a line. If there are more providers, the last place shows the rest. */
const places = 6

/** The social logins on Connect: one as a row, several as logos. */
export function SocialSection({ autoFocus }: { autoFocus: boolean }) {
  const scope = useScope()
  const { providers, isReduced } = listSocials(useKitState((state) => state))
  const isAlone = providers.length === 1
  const shown = providers.length > places ? providers.slice(0, places - 1) : providers
  return (
    <>
      {shown.length > 0 && (
        <ul className="socials" data-testid="w3m-social-login-widget" aria-label={text('social.list')}>
          {shown.map((provider, index) => {
            const label = text('social.continue', { provider: socialName(provider) })
            return (
              <li key={provider}>
                <button
                  type="button"
                  className="btn"
                  data-testid={`social-selector-${provider}`}
                  data-autofocus={(autoFocus && index === 0) || undefined}
                  aria-label={isAlone ? undefined : label}
                  title={isAlone ? undefined : label}
                  onClick={() => startSocial(scope, provider)}
                >
                  <SocialIcon provider={provider} />
                  {isAlone && <bdi>{label}</bdi>}
                </button>
              </li>
            )
          })}
          {shown.length < providers.length && (
            <li>
              <button
                type="button"
                className="btn"
                data-testid="social-selector-more"
                aria-label={text('social.more')}
                title={text('social.more')}
                onClick={() =>
                  scope.router.push({ name: 'connect-socials', namespace: viewNamespace(scope.router) })
                }
              >
                <span aria-hidden="true">•••</span>
              </button>
            </li>
          )}
        </ul>
      )}
      {isReduced && <p className="muted">{text('social.browser')}</p>}
    </>
  )
}
