import { track } from '@portico/core/internal'
import { text } from '../../../copy.ts'
import { Icon } from '../../../icons/Icon.tsx'
import { useScope } from '../../../kit/KitContext.ts'
import { Row } from '../../parts/Row.tsx'
import { viewNamespace } from '../../viewNamespace.ts'
import { useListedWallets } from './useListedWallets.ts'

/** Opens the list of all wallets and shows its approximate length. */
export function AllWalletsRow() {
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
              <bdi>{count < 10 ? count : `${count - (count % 10)}+`}</bdi>
            </span>
          )
        }
        testId="all-wallets"
        onClick={() => {
          track(kit, 'CLICK_ALL_WALLETS')
          router.push({ name: 'all-wallets', namespace: viewNamespace(router) })
        }}
      />
    </li>
  )
}
