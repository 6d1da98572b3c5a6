import { formatAmount, type TransferPlan } from '@portico/core'
import { formatUnits, sendTransfer } from '@portico/core/money'
import { useEffect, useState } from 'react'
import { text } from '../../../copy.ts'
import { useScope } from '../../../kit/KitContext.ts'
import { Button } from '../../parts/Button.tsx'
import { Notice } from '../../parts/Notice.tsx'
import { Skeleton } from '../../parts/Skeleton.tsx'
import { Text } from '../../parts/Text.tsx'
import { Details } from '../money/parts/Details.tsx'
import { Warning } from '../money/parts/Warning.tsx'
import { type Send, useSend } from '../send/useSend.ts'
import { usePlan } from './usePlan.ts'

/** Shows what a payment does and costs, and what is unusual about it, before the wallet is asked. */
export function SendPreviewView() {
  const { router } = useScope()
  const send = useSend()
  const { data: plan, status, refetch } = usePlan(send)
  // Something is missing: the view was opened directly, or the account, its network or its balance has changed.
  const isMissing = send.isLoaded && send.step !== 'preview'
  useEffect(() => {
    if (isMissing) router.replace({ name: 'send' })
  }, [isMissing, router])
  if (status === 'error')
    return (
      <div className="body">
        <Notice
          icon="warning"
          role="alert"
          title={text('send.checkFailed')}
          help={text('send.checkFailedHelp')}
        >
          <Button kind="main" onClick={refetch}>
            {text('action.tryAgain')}
          </Button>
        </Notice>
      </div>
    )
  return plan ? <Preview send={send} plan={plan} /> : <Checking />
}

function Checking() {
  return (
    <div className="body" aria-busy="true">
      <p className="hidden" role="status">
        {text('send.checking')}
      </p>
      <Skeleton />
    </div>
  )
}

function Preview({ send, plan }: { send: Send; plan: TransferPlan }) {
  const { kit, router } = useScope()
  const { draft, network, transfers } = send
  const [isStarted, setStarted] = useState(false)
  const { asset } = draft
  if (!asset || !network || !transfers) return <Checking />
  const { transfer, fee, rent, gets, refusal, notes } = plan
  const coin = network.nativeCurrency
  const amountOf = (units: bigint) =>
    asset.nft ? `${units} × ${asset.name}` : `${formatUnits(units, asset.decimals)} ${asset.symbol}`
  const coins = (units: bigint) =>
    `${formatAmount(formatUnits(units, coin.decimals), { decimals: 6 })} ${coin.symbol}`
  const values = { symbol: asset.symbol, coin: coin.symbol, rent: rent === undefined ? '' : coins(rent) }
  const submit = () => {
    if (isStarted) return
    setStarted(true)
    const id = sendTransfer(kit, { plan, networkId: draft.networkId, asset, transfers })
    router.replace({ name: 'send-confirmed', id })
  }
  return (
    <div className="body">
      <Details
        rows={[
          {
            id: 'send',
            label: text('send.youSend'),
            value: <bdi dir="ltr">{amountOf(transfer.amount)}</bdi>,
          },
          {
            id: 'get',
            label: text('send.theyGet'),
            value: <bdi dir="ltr">{amountOf(gets ?? transfer.amount)}</bdi>,
          },
          {
            id: 'to',
            label: text('send.recipient'),
            value: (
              <bdi dir="ltr" className="whole">
                {transfer.to}
              </bdi>
            ),
          },
          { id: 'fee', label: text('send.fee'), value: <bdi dir="ltr">{coins(fee)}</bdi> },
          { id: 'network', label: text('send.network'), value: <bdi>{network.name}</bdi> },
        ]}
      />
      {refusal && (
        <div role="alert">
          <Warning isBad>
            <Text id={`send.refusal.${refusal}`} values={values} />
          </Warning>
        </div>
      )}
      {notes.map((note) => (
        <Warning key={note}>
          <Text id={`send.note.${note}`} values={values} />
        </Warning>
      ))}
      {refusal === undefined ? (
        <div className="two">
          <Button onClick={() => router.back()}>{text('send.cancel')}</Button>
          <Button kind="main" autoFocus isBusy={isStarted} onClick={submit}>
            {text('send.send')}
          </Button>
        </div>
      ) : (
        <Button autoFocus onClick={() => router.back()}>
          {text('header.back')}
        </Button>
      )}
    </div>
  )
}
