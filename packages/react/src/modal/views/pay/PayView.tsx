import { activateNamespace, findNetwork, getConnected } from '@portico/core'
import { track } from '@portico/core/internal'
import {
  findPayment,
  formatUnits,
  isUnsettled,
  readPayment,
  slippage,
  updateMoney,
} from '@portico/core/money'
import type { NamespaceId } from '@portico/protocol'
import { text } from '../../../copy.ts'
import { useKitState, useScope } from '../../../kit/KitContext.ts'
import { formatAmount } from '../../../language/format.ts'
import { Button } from '../../parts/Button.tsx'
import { Row } from '../../parts/Row.tsx'
import { Text } from '../../parts/Text.tsx'
import { useConnectedWallet } from '../../parts/useConnectedWallet.ts'
import { walletFeatures } from '../account/walletFeatures.ts'
import { Details } from '../money/parts/Details.tsx'
import { PaidView } from './PaidView.tsx'
import { usePayBalance } from './usePayBalance.ts'

/** What the application asks the visitor to pay, and the ways to pay it. */
export function PayView() {
  const { kit, router } = useScope()
  const state = useKitState((all) => all)
  const { name: wallet } = useConnectedWallet()
  const request = state.money?.pay?.request
  const balance = usePayBalance(request)
  if (!request) return null
  if (readPayment(state)) return <PaidView />
  const { networkId, recipient, token, symbol, name, decimals, amount } = request
  const namespace = networkId.split(':')[0] as NamespaceId
  const connected = getConnected(state, namespace)
  const network = findNetwork(state, networkId)
  const isElsewhere = connected !== undefined && connected.networkId !== networkId
  const isShort = balance !== undefined && balance < BigInt(amount)
  const sent = findPayment(state)
  const isUnderWay = sent !== undefined && isUnsettled(sent)
  const canSwap = walletFeatures(kit, state).some(({ id }) => id === 'swaps')
  const shown = `${formatAmount(formatUnits(BigInt(amount), decimals), { decimals })} ${symbol}`

  function payFromWallet(): void {
    if (!connected) router.push({ name: 'connect', namespace })
    else if (isElsewhere) router.push({ name: 'switch-network', networkId })
    else if (isUnderWay) router.push({ name: 'send-confirmed', id: sent.id })
    else {
      const { address: from } = connected
      // The form sends from the active account.
      activateNamespace(kit, { namespace })
      const asset = { token, name, symbol, decimals }
      const draft = { from, networkId, asset, amount: formatUnits(BigInt(amount), decimals), to: recipient }
      updateMoney(kit, { send: { ...draft, unit: 'token', isMaximum: false, isLocked: true } })
      track(kit, 'PAY_INITIATED', { network: networkId, symbol })
      router.push({ name: 'send' })
    }
  }

  function swapFirst(): void {
    if (!connected) return
    updateMoney(kit, {
      swapDraft: {
        account: connected.address,
        networkId,
        asked: { to: token ?? symbol },
        amount: '',
        slippage: slippage.default,
      },
    })
    router.push({ name: 'swap' })
  }

  return (
    <div className="body">
      <div className="center">
        <p className="muted">
          <Text id="pay.asks" values={{ app: kit.metadata.name }} />
        </p>
        <p className="total" dir="ltr" data-testid="pay-amount">
          {shown}
        </p>
      </div>
      <Details
        rows={[
          { id: 'recipient', label: text('pay.to'), value: <bdi className="whole">{recipient}</bdi> },
          { id: 'network', label: text('pay.network'), value: network?.name },
        ]}
      />
      {isShort && !isElsewhere && (
        <>
          <p className="warn" role="status">
            <Text id="pay.short" values={{ symbol }} />
          </p>
          <Row
            label={text('money.fund')}
            testId="wallet-features-fund-wallet-button"
            onClick={() => router.push({ name: 'fund' })}
          />
          {canSwap && <Row label={text('pay.swapFirst')} testId="pay-swap" onClick={swapFirst} />}
        </>
      )}
      <Button kind="main" autoFocus testId="pay-wallet" onClick={payFromWallet}>
        {connected === undefined ? (
          text('pay.connect')
        ) : isElsewhere ? (
          <span>
            <Text id="pay.switch" values={{ network: network?.name ?? networkId }} />
          </span>
        ) : isUnderWay ? (
          text('pay.underWay')
        ) : (
          <span>
            <Text id="pay.with" values={{ wallet }} />
          </span>
        )}
      </Button>
      <Button testId="pay-another-way" onClick={() => router.push({ name: 'pay-request' })}>
        {text('pay.another')}
      </Button>
    </div>
  )
}
