import { getNetwork } from '@portico/core'
import { supportedChainsQuery } from '@portico/core/money'
import { text } from '../../../copy.ts'
import { useQuery } from '../../../data/useQuery.ts'
import { Icon } from '../../../icons/Icon.tsx'
import { useKitState, useScope } from '../../../kit/KitContext.ts'
import { Notice } from '../../parts/Notice.tsx'
import { Row } from '../../parts/Row.tsx'
import { useCanBuy } from '../buy/useCanBuy.ts'
import { TestMoneyRow } from './TestMoneyRow.tsx'

/** The ways to get money into the account. */
export function FundView() {
  const { kit, router } = useScope()
  const { receive } = useKitState((state) => state.settings.features)
  const network = useKitState(getNetwork)
  const canBuy = useCanBuy()
  const { data } = useQuery(supportedChainsQuery(kit))
  const hasFaucet = network?.testnet === true && data?.faucet?.includes(network.caipNetworkId) === true
  if (!canBuy && !receive && !hasFaucet)
    return <Notice icon="wallet" title={text('fund.none')} help={text('fund.noneHelp')} />
  return (
    <div className="body">
      {canBuy && (
        <Row
          picture={
            <span className="medal" data-shape="square">
              <Icon name="card" />
            </span>
          }
          label={text('fund.buy')}
          note={text('fund.buyHelp')}
          testId="fund-buy"
          autoFocus
          onClick={() => router.push({ name: 'buy' })}
        />
      )}
      {receive && (
        <Row
          picture={
            <span className="medal" data-shape="square">
              <Icon name="receive" />
            </span>
          }
          label={text('fund.receive')}
          note={text('fund.receiveHelp')}
          testId="fund-receive"
          onClick={() => router.push({ name: 'receive' })}
        />
      )}
      {hasFaucet && <TestMoneyRow />}
    </div>
  )
}
