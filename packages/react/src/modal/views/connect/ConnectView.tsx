import { connectLayout } from '@portico/core'
import { useId, useMemo, useState } from 'react'
import { text } from '../../../copy.ts'
import { useKitState, useScope } from '../../../kit/KitContext.ts'
import { Button } from '../../parts/Button.tsx'
import { Notice } from '../../parts/Notice.tsx'
import { Legal } from './Legal.tsx'
import { WalletRow } from './WalletRow.tsx'

/** The ways in. */
export function ConnectView() {
  const { router } = useScope()
  const state = useKitState((all) => all)
  const { methods, wallets } = useMemo(() => connectLayout(state), [state])
  const { features, enableWalletGuide, termsConditionsUrl, privacyPolicyUrl } = state.settings
  const needsConsent =
    features.legalCheckbox && (termsConditionsUrl !== undefined || privacyPolicyUrl !== undefined)
  const [accepted, setAccepted] = useState(false)
  const isLocked = needsConsent && !accepted
  const listId = useId()

  const sections = {
    wallet: wallets.length > 0 && (
      <ul className="rows" key="wallet" id={listId} aria-label={text('connect.wallets')}>
        {wallets.map((wallet, index) => (
          <li key={`${wallet.namespace}:${wallet.id}`}>
            <WalletRow wallet={wallet} disabled={isLocked} autoFocus={index === 0} />
          </li>
        ))}
      </ul>
    ),
    email: null,
    social: null,
  }

  return (
    <>
      <div className="body" data-testid="w3m-connect-scroll-view">
        {state.signIn.status !== 'off' && state.gatewayReachable === false && (
          <p className="warn">{text('connect.signInDown')}</p>
        )}
        {methods.map((method) => sections[method])}
        {wallets.length === 0 && (
          <Notice icon="wallet" title={text('connect.empty')} help={text('connect.emptyHelp')}>
            {enableWalletGuide && (
              <Button kind="main" autoFocus onClick={() => router.push({ name: 'what-is-a-wallet' })}>
                {text('connect.whatIsAWallet')}
              </Button>
            )}
          </Notice>
        )}
      </div>
      <Legal
        termsUrl={termsConditionsUrl}
        privacyUrl={privacyPolicyUrl}
        checkbox={needsConsent ? { checked: accepted, onChange: setAccepted } : undefined}
      />
    </>
  )
}
