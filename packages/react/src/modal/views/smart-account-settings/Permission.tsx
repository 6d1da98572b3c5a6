import { truncateAddress } from '@portico/core'
import type { GrantedPermission } from '@portico/core/smartAccounts'
import { text } from '../../../copy.ts'
import { useKitState } from '../../../kit/KitContext.ts'
import { formatDate } from '../../../language/format.ts'
import { Button } from '../../parts/Button.tsx'
import { ChangeMessage } from './ChangeMessage.tsx'
import { describePermission } from './describePermission.ts'
import { useChange } from './useChange.ts'
import { useKeptFocus } from './useKeptFocus.ts'

/** Shows a permission of this site: what it allows, what it can cost and until when, and revokes it. */
export function Permission({ permission }: { permission: GrantedPermission }) {
  const { id, networkId, delegate, targets, expiresAt, state } = permission
  const all = useKitState((kitState) => kitState)
  const { title, most, network } = describePermission(all, permission)
  const change = useChange({ kind: 'revoke', networkId, permissionId: id })
  const item = useKeptFocus<HTMLLIElement>(state === 'active')
  return (
    <li className="permission" ref={item} tabIndex={-1}>
      <h3>
        <bdi>{title}</bdi>
        {state !== 'active' && (
          <span className="tag" data-kind="plain">
            {text(`permissions.state.${state}`)}
          </span>
        )}
      </h3>
      <dl className="facts">
        <div>
          <dt>{text('permissions.most')}</dt>
          <dd>
            <bdi>{most}</bdi>
          </dd>
        </div>
        {targets && targets.length > 0 && (
          <div>
            <dt>{text('permissions.contracts')}</dt>
            <dd>
              {targets.map((target) => (
                <bdi key={target} className="target" title={target}>
                  {truncateAddress(target)}
                </bdi>
              ))}
            </dd>
          </div>
        )}
        <div>
          <dt>{text('permissions.holder')}</dt>
          <dd>
            <bdi title={delegate}>{truncateAddress(delegate)}</bdi>
          </dd>
        </div>
        <div>
          <dt>{text('permissions.network')}</dt>
          <dd>
            <bdi>{network}</bdi>
          </dd>
        </div>
        <div>
          <dt>{text('permissions.until')}</dt>
          <dd>
            <bdi>{formatDate(expiresAt * 1000, { dateStyle: 'medium', timeStyle: 'short' })}</bdi>
          </dd>
        </div>
      </dl>
      <ChangeMessage change={change} networkId={networkId} />
      {state === 'active' && (
        <Button
          label={text('permissions.revokeNamed', { permission: title })}
          isBusy={change.isRunning}
          autoFocus={change.isLatest}
          onClick={change.start}
        >
          {text('permissions.revoke')}
        </Button>
      )}
    </li>
  )
}
