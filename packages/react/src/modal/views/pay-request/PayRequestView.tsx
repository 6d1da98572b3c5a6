import { findNetwork } from '@portico/core'
import { formatUnits, type PayRequest, readPayment, updateMoney, watchArrival } from '@portico/core/money'
import type { NamespaceId } from '@portico/protocol'
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
  return isPaid ? <PaidView /> : <Waiting request={pay.request} id={pay.id} />
}

function Waiting({ request, id }: { request: PayRequest; id: string }) {
  const { kit } = useScope()
  const { networkId, recipient, token, symbol, decimals, amount } = request
  const network = useKitState((state) => findNetwork(state, networkId))
  const transfers = useTransfers(networkId.split(':')[0] as NamespaceId)
  const [part, setPart] = useState<bigint>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `id` stands for the request
  useEffect(() => {
    const leaving = new AbortController()
    watchArrival(kit, { request, signal: leaving.signal, onPart: setPart }).then(
      () => {
        const pay = kit.store.getState().money?.pay
        if (pay?.id === id) updateMoney(kit, { pay: { ...pay, hasArrived: true } })
      },
      (error: unknown) => {
        if (!leaving.signal.aborted) kit.logger.error('The payment could not be watched.', error)
      },
    )
    return () => leaving.abort()
  }, [kit, id])
  if (!network || !transfers) return null
  const units = BigInt(amount)
  const exact = formatAmount(formatUnits(units, decimals), { decimals })
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
        {part === undefined ? (
          <Text id="pay.waiting" values={{ network: network.name }} />
        ) : (
          <Text
            id="pay.part"
            values={{ amount: `${formatAmount(formatUnits(part, decimals), { decimals })} ${symbol}` }}
          />
        )}
      </p>
      <Details
        rows={[
          { id: 'amount', label: text('money.amount'), value: <bdi dir="ltr">{`${exact} ${symbol}`}</bdi> },
          { id: 'recipient', label: text('pay.to'), value: <bdi className="whole">{recipient}</bdi> },
          { id: 'network', label: text('pay.network'), value: network.name },
        ]}
      />
      <CopyButton kind="main" label="pay.copyAddress" value={recipient} autoFocus />
      <CopyButton kind="link" label="pay.copyLink" value={link} />
    </div>
  )
}
