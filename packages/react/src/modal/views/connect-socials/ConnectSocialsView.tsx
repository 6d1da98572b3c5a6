import { socialName } from '@portico/core/internal'
import { text } from '../../../copy.ts'
import { useKitState, useScope } from '../../../kit/KitContext.ts'
import { listSocials } from '../../../social/listSocials.ts'
import { SocialIcon } from '../../../social/SocialIcon.tsx'
import { startSocial } from '../../../social/startSocial.ts'
import { Notice } from '../../parts/Notice.tsx'
import { Row } from '../../parts/Row.tsx'

/** All social logins, as rows. */
export function ConnectSocialsView() {
  const scope = useScope()
  const { providers, isReduced } = listSocials(useKitState((state) => state))
  return (
    <div className="body">
      {providers.length > 0 ? (
        <ul className="rows" aria-label={text('social.list')}>
          {providers.map((provider, index) => (
            <li key={provider}>
              <Row
                picture={
                  <span className="medal" data-shape="square">
                    <SocialIcon provider={provider} />
                  </span>
                }
                label={text('social.continue', { provider: socialName(provider) })}
                testId={`social-selector-${provider}`}
                autoFocus={index === 0}
                onClick={() => startSocial(scope, provider)}
              />
            </li>
          ))}
        </ul>
      ) : (
        <Notice icon="person" title={text('social.none')} />
      )}
      {isReduced && <p className="muted">{text('social.browser')}</p>}
    </div>
  )
}
