import {
  connectLayout,
  getRecentWallets,
  hasEmbedded,
  storageKeys,
  type WalletGroup,
} from '@portico/core/internal'
import { Fragment, type MouseEvent, Suspense, useMemo, useRef, useState } from 'react'
import { text } from '../../../copy.ts'
import { useKitState, useScope } from '../../../kit/KitContext.ts'
import { hasAllWallets } from '../../hasAllWallets.ts'
import { needsConsent } from '../../needsConsent.ts'
import { Button } from '../../parts/Button.tsx'
import { Notice } from '../../parts/Notice.tsx'
import type { View } from '../../router.ts'
import { Legal } from './Legal.tsx'
import { lazyListedWallets } from './lazyListedWallets.ts'
import { lazySection } from './lazySection.ts'
import { WalletRow } from './WalletRow.tsx'

// Installed wallets are shown at once; lazy-loaded parts fill the space reserved for them.
const ListedWallets = lazyListedWallets()
const EmailSection = lazySection('email')
const SocialSection = lazySection('social')

/** Shows the ways to connect: installed and listed wallets, e-mail, and social logins. */
export function ConnectView({ view }: { view: View }) {
  const { kit, router } = useScope()
  const state = useKitState((all) => all)
  const { customWallets, gatewayUrl } = kit.options
  const hasList = gatewayUrl !== undefined
  const namespace = view.name === 'connect' ? view.namespace : undefined
  // Read once, so that rows do not move under the pointer.
  const [{ recentWallets, lastConnectorId }] = useState(() => ({
    recentWallets: getRecentWallets(kit),
    lastConnectorId: kit.storage.getItem(storageKeys.lastConnector) ?? undefined,
  }))
  const { methods, groups, hasInstalled } = useMemo(
    () => connectLayout(state, { customWallets, recentWallets, lastConnectorId, hasList, namespace }),
    [state, customWallets, recentWallets, lastConnectorId, hasList, namespace],
  )
  const body = useRef<HTMLDivElement>(null)
  const order = useRef(methods)
  // A field that moves, because a wallet was announced, would lose the focus, and what the visitor goes on to type.
  if (!body.current?.querySelector('input:focus')) order.current = methods
  const isListed = hasAllWallets(kit, state)
  const { features, enableWalletGuide, termsConditionsUrl, privacyPolicyUrl } = state.settings
  const isConsentNeeded = needsConsent(state.settings)
  const [accepted, setAccepted] = useState(false)
  const isLocked = isConsentNeeded && !accepted
  // Counted, because each press moves the focus.
  const [refusals, setRefusals] = useState(0)
  const only = view.name === 'connect' && view.only
  const isEmbedded = hasEmbedded(kit, namespace)
  const hasEmail = features.email && only !== 'wallet' && isEmbedded
  const socials = (!only && isEmbedded && features.socials) || []
  const hasSocials = state.offeredSocials?.some((provider) => socials.includes(provider))
  // On the first visit the gateway answers later which there are. Their place is reserved, so that nothing moves under the pointer.
  const areAwaited =
    hasList && socials.length > 0 && state.offeredSocials === undefined && !state.socialsUnread
  const hasWallets = only !== 'email' && (groups.length > 0 || isListed)
  const isCollapsed =
    hasEmail && (features.collapseWallets || !features.emailShowWallets || kit.options.showWallets === false)
  const guide = enableWalletGuide && !hasInstalled && only !== 'email' && (
    <Button
      kind={hasWallets ? 'link' : 'main'}
      autoFocus={!hasWallets}
      onClick={() => router.push({ name: 'what-is-a-wallet' })}
    >
      {text('connect.whatIsAWallet')}
    </Button>
  )

  /** Keeps a press on a way to connect from doing anything before the terms are accepted. */
  function requireConsent(event: MouseEvent): void {
    if (!isLocked || !(event.target as Element).closest('li, form button')) return
    event.preventDefault()
    event.stopPropagation()
    setRefusals((count) => count + 1)
  }

  const rows = groups.flatMap(({ connectors }) => connectors)
  // Focus the wallet used last, or else an installed one, so that it can be connected with one key press.
  const first =
    rows.find(({ members }) => members.some(({ id }) => id === lastConnectorId)) ??
    rows.find(({ type }) => type !== 'WALLET_CONNECT') ??
    rows[0]
  const listed = (group: WalletGroup | undefined, places: number) =>
    places > 0 && (
      <Suspense
        key={group?.name ?? 'all'}
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
        fallback={Array.from({ length: places }, (_, index) => <li key={index} className="bone row late" />)}
      >
        <ListedWallets group={group} />
      </Suspense>
    )

  const sections = {
    wallet:
      hasWallets && isCollapsed ? (
        <Button
          key="wallet"
          testId="w3m-collapse-wallets-button"
          onClick={() => router.push({ name: 'connect', namespace, only: 'wallet' })}
        >
          {text('connect.continue')}
        </Button>
      ) : (
        hasWallets && (
          <ul className="rows" key="wallet" aria-label={text('connect.wallets')}>
            {groups.map((group) => [
              ...group.connectors.map((wallet) => (
                <li key={`${wallet.namespace}:${wallet.id}`}>
                  <WalletRow
                    wallet={wallet}
                    autoFocus={!isConsentNeeded && wallet === first}
                    isRecent={group.name === 'recent'}
                  />
                </li>
              )),
              listed(group, group.wallets.length + group.places),
            ])}
            {isListed && listed(undefined, 1)}
          </ul>
        )
      ),
    email: hasEmail && (
      <Suspense key="email" fallback={<span className="bone late" />}>
        <EmailSection autoFocus={!isConsentNeeded && (methods[0] === 'email' || only === 'email')} />
      </Suspense>
    ),
    social: (hasSocials || areAwaited) && (
      <Suspense key="social" fallback={<span className="bone late" />}>
        {hasSocials ? (
          <SocialSection autoFocus={!isConsentNeeded && methods[0] === 'social'} />
        ) : (
          <span className="bone late" />
        )}
      </Suspense>
    ),
  }

  return (
    <>
      <div className="body" data-testid="w3m-connect-scroll-view" ref={body} onClickCapture={requireConsent}>
        {state.signIn.status !== 'off' && state.gatewayReachable === false && (
          <p className="warn">{text('connect.signInDown')}</p>
        )}
        {namespace && kit.namespaces.size > 1 && (
          <p className="muted">{text('connect.namespace', { namespace: text(`namespace.${namespace}`) })}</p>
        )}
        {order.current
          .filter((method) => sections[method])
          .map((method, index, shown) => (
            <Fragment key={method}>
              {/* E-mail and social logins are one group. */}
              {index > 0 && [method, shown[index - 1]].includes('wallet') && (
                <div
                  className="or"
                  data-testid={
                    shown[index - 1] === 'wallet'
                      ? 'wui-separator'
                      : `w3m-${shown[index - 1]}-login-or-separator`
                  }
                >
                  {text('connect.or')}
                </div>
              )}
              {sections[method]}
            </Fragment>
          ))}
        {hasWallets || hasEmail || hasSocials ? (
          guide
        ) : (
          <Notice icon="wallet" title={text('connect.empty')} help={text('connect.emptyHelp')}>
            {guide}
          </Notice>
        )}
      </div>
      <Legal
        termsUrl={termsConditionsUrl}
        privacyUrl={privacyPolicyUrl}
        checkbox={isConsentNeeded ? { checked: accepted, onChange: setAccepted, refusals } : undefined}
      />
    </>
  )
}
