import { findNetwork } from '@portico/core'
import { forgetEndedChanges, permissionsQuery, smartAccountsQuery } from '@portico/core/smartAccounts'
import { useEffect, useState } from 'react'
import { text } from '../../../copy.ts'
import { useQuery } from '../../../data/useQuery.ts'
import { useKitState, useScope } from '../../../kit/KitContext.ts'
import { AccountTypeSwitch } from '../../parts/AccountTypeSwitch.tsx'
import { Button } from '../../parts/Button.tsx'
import { Notice } from '../../parts/Notice.tsx'
import { Skeleton } from '../../parts/Skeleton.tsx'
import { useSkeleton } from '../../parts/useSkeleton.ts'
import { hasSmartAccounts } from '../account-settings/hasSmartAccounts.ts'
import { describePermission } from './describePermission.ts'
import { NetworkState } from './NetworkState.tsx'
import { Permission } from './Permission.tsx'
import { RevokeAll } from './RevokeAll.tsx'
import { describeChange } from './useChange.ts'

/** Shows the type of the embedded wallet's account, where it is a smart account, and what this site may do with it. */
export function SmartAccountSettingsView() {
  const { kit, router } = useScope()
  const hasSmart = useKitState(hasSmartAccounts)
  const permissions = useQuery(permissionsQuery(kit))
  // The approve view takes the place of this one for a moment; only leaving it for another one ends the messages.
  useEffect(
    () => () => {
      const { open, stack } = router.store.getState()
      if (!open || !stack.some(({ name }) => name === 'smart-account-settings')) forgetEndedChanges(kit)
    },
    [kit, router],
  )
  const listed = permissions.data ?? []
  const active = listed.filter(({ state }) => state === 'active')
  // The view can be opened by its name, whatever wallet is connected.
  if (!hasSmart)
    return (
      <div className="body">
        <Notice icon="key" title={text('smart.none')} help={text('smart.noneHelp')} />
      </div>
    )
  return (
    <div className="body">
      <AccountTypeSwitch />
      <Networks />
      {permissions.status === 'error' && (
        <p className="warn" role="status">
          {text('permissions.unread')}
        </p>
      )}
      {listed.length > 0 && (
        <section className="smart-section" aria-labelledby="permissions-heading">
          <h2 className="month" id="permissions-heading">
            {text('permissions.heading')}
          </h2>
          <p className="muted">{text('permissions.help')}</p>
          <ul className="rows">
            {listed.map((permission) => (
              <Permission key={permission.id} permission={permission} />
            ))}
          </ul>
          {[...new Set(active.map(({ networkId }) => networkId))].map((networkId) => (
            <RevokeAll key={networkId} networkId={networkId} />
          ))}
        </section>
      )}
      <Announcement permissions={listed} />
    </div>
  )
}

/** The networks of the application on which the account can be a smart account. */
function Networks() {
  const { kit } = useScope()
  const query = useQuery(smartAccountsQuery(kit))
  const state = useKitState((all) => all)
  const shown = useSkeleton(query.status === 'pending')
  const networks = (query.data ?? []).flatMap(({ networkId, state: onNetwork }) => {
    const network = findNetwork(state, networkId)
    return network ? { network, onNetwork } : []
  })
  if (shown === 'nothing') return null
  if (shown === 'skeleton') return <Skeleton rows={2} />
  if (query.data === undefined)
    return (
      <Notice icon="warning" role="status" title={text('smart.unread')} help={text('smart.unreadHelp')}>
        <Button onClick={query.refetch}>{text('action.tryAgain')}</Button>
      </Notice>
    )
  if (networks.length === 0) return null
  return (
    <section className="smart-section" aria-labelledby="smart-networks-heading">
      <h2 className="month" id="smart-networks-heading">
        {text('smart.networks')}
      </h2>
      <ul className="rows">
        {networks.map(({ network, onNetwork }) => (
          <NetworkState key={network.caipNetworkId} network={network} state={onNetwork} />
        ))}
      </ul>
      {networks.some(({ onNetwork }) => onNetwork === 'unknown') && (
        <Button kind="link" onClick={query.refetch}>
          {text('smart.checkAgain')}
        </Button>
      )}
      <p className="muted">{text('smart.networksHelp')}</p>
    </section>
  )
}

/** Announces what became of the latest change. Set after the first rendering, because a region must be there before its text. */
function Announcement({ permissions }: { permissions: readonly Parameters<typeof describePermission>[1][] }) {
  const state = useKitState((all) => all)
  const change = state.embedded?.smartAccountChanges?.at(-1)
  const permission = permissions.find(({ id }) => id === change?.permissionId)
  const what = permission
    ? describePermission(state, permission).title
    : (change && findNetwork(state, change.networkId)?.name) || change?.networkId
  const message = change && what ? text('change.announced', { what, message: describeChange(change) }) : ''
  const [announced, setAnnounced] = useState('')
  useEffect(() => setAnnounced(message), [message])
  return (
    <p className="hidden" role="status">
      {announced}
    </p>
  )
}
