import { findNetwork } from '@portico/core'
import { formatUnits, type PayState, readPayment, updateMoney, watchArrival } from '@portico/core/money'
import { useEffect, useState } from 'react'
import { text } from '../../../copy.ts'
import { useKitState, useScope } from '../../../kit/KitContext.ts'
import { formatAmount } from '../../../language/format.ts'
import { CopyButton } from '../../parts/CopyButton.tsx'
import { QrCode } from '../../parts/QrCode.tsx'
import { Text } from '../../parts/Text.tsx'
import { Details } from '../money/parts/Details.tsx'
import { useTransfers } from '../money/useTransfers.ts'
import { PaidView } from '../pay/PaidView.tsx'

/** Shows a payment as a QR code, for another wallet or an exchange, and waits until the amount has arrived. */
export function PayRequestView() {
  const pay = useKitState((state) => state.money?.pay)
  const isPaid = useKitState((state) => readPayment(state) !== undefined)
  if (!pay) return null
  return isPaid ? <PaidView /> : <Waiting pay={pay} />
}

function Waiting({ pay }: { pay: PayState }) {
  const { kit } = useScope()
  const { networkId, recipient, token, symbol, decimals, amount } = pay.request
  const network = useKitState((state) => findNetwork(state, networkId))
  const transfers = useTransfers(network?.chainNamespace)
  const [part, setPart] = useState<bigint>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the ID stands for the payment
  useEffect(() => {
    const leaving = new AbortController()
    const set = (changes: Partial<PayState>) => {
      const current = kit.store.getState().money?.pay
      if (current?.id === pay.id) updateMoney(kit, { pay: { ...current, ...changes } })
    }
    watchArrival(kit, {
      request: pay.request,
      signal: leaving.signal,
      // Whoever goes back and comes again may have paid in between.
      before: pay.before,
      onBefore: (before) => set({ before }),
      onPart: setPart,
    }).then(
      () => set({ hasArrived: true }),
      (error: unknown) => {
        if (!leaving.signal.aborted) kit.logger.error('The payment could not be watched.', error)
      },
    )
    return () => leaving.abort()
  }, [kit, pay.id])
  if (!network || !transfers) return null
  const units = BigInt(amount)
  const show = (each: bigint) => `${formatAmount(formatUnits(each, decimals), { decimals })} ${symbol}`
  const link = transfers.toPaymentLink({
    network,
    to: recipient,
    amount: units,
    token: token === undefined ? undefined : { address: token, decimals },
  })
  return (
    <div className="body receive">
      <QrCode value={link} label={text('pay.qr')} />
      <p className="muted" role="status">
        <Text
          id={part === undefined ? 'pay.waiting' : 'pay.part'}
          values={{ network: network.name, amount: show(part ?? 0n) }}
        />
      </p>
      <Details
        rows={[
          {
            id: 'amount',
            label: text('money.amount'),
            value: <bdi dir="ltr">{show(units)}</bdi>,
          },
          { id: 'recipient', label: text('pay.to'), value: <bdi className="whole">{recipient}</bdi> },
          { id: 'network', label: text('pay.network'), value: network.name },
        ]}
      />
      <CopyButton kind="main" label="pay.copyAddress" value={recipient} autoFocus />
      <CopyButton kind="link" label="pay.copyLink" value={link} />
    </div>
  )
}
