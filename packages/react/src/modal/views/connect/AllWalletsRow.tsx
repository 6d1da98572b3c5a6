import { track } from '@portico/core'
import { text } from '../../../copy.ts'
import { Icon } from '../../../icons/Icon.tsx'
import { useScope } from '../../../kit/KitContext.ts'
import { Row } from '../../parts/Row.tsx'
import { viewFamily } from '../../viewFamily.ts'
import { useListedWallets } from './useListedWallets.ts'

/** Leads to the whole list, and says about how long it is. */
export function AllWalletsRow({ disabled }: { disabled: boolean }) {
  const { kit, router } = useScope()
  const { count } = useListedWallets('recommended')
  return (
    <li>
      <Row
        picture={
          <span className="medal" data-shape="square">
            <Icon name="search" />
          </span>
        }
        label={text('connect.allWallets')}
        end={
          count > 0 && (
            <span className="tag" data-kind="plain">
              {count < 10 ? count : `${count - (count % 10)}+`}
            </span>
          )
        }
        testId="all-wallets"
        disabled={disabled}
        onClick={() => {
          track(kit, 'CLICK_ALL_WALLETS')
          router.push({ name: 'all-wallets', namespace: viewFamily(router) })
        }}
      />
    </li>
  )
}
