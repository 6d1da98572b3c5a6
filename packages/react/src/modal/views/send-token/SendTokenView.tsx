import { getNetwork } from '@portico/core'
import { toAsset } from '@portico/core/money'
import { text } from '../../../copy.ts'
import { useKitState, useScope } from '../../../kit/KitContext.ts'
import { Notice } from '../../parts/Notice.tsx'
import { QueryContent } from '../account/QueryContent.tsx'
import { ReceiveAction } from '../account/ReceiveAction.tsx'
import { AssetPicker } from '../money/parts/AssetPicker.tsx'
import { useDraft } from '../send/useDraft.ts'
import { useHeld } from '../send/useHeld.ts'

/** Lists the tokens of the account, to choose the one that is sent. */
export function SendTokenView() {
  const { router } = useScope()
  const [, change] = useDraft()
  const query = useHeld()
  const network = useKitState(getNetwork)
  return (
    <QueryContent
      query={query}
      icon="wallet"
      empty={
        <div className="body">
          <Notice icon="wallet" title={text('tokens.empty')} help={text('tokens.emptyHelp')}>
            <ReceiveAction />
          </Notice>
        </div>
      }
    >
      {(balances) => (
        <AssetPicker
          choices={balances.map((balance) => ({
            ...{ asset: toAsset(balance), balance: balance.quantity.numeric, value: balance.value },
          }))}
          networkName={network?.name ?? ''}
          testIdPrefix="send-select-token-item-"
          onChoose={({ asset }) => {
            change({ asset, amount: '', isMaximum: false, unit: 'token' })
            router.back()
          }}
        />
      )}
    </QueryContent>
  )
}
