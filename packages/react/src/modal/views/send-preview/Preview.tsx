import { getConnectorDetails } from '@portico/core'
import { formatUnits, type SendPlan, sendTransfer } from '@portico/core/money'
import { useEffect, useId, useState } from 'react'
import { text } from '../../../copy.ts'
import { useKitState, useScope } from '../../../kit/KitContext.ts'
import { formatAmount } from '../../../language/format.ts'
import { Button } from '../../parts/Button.tsx'
import { useLoadedFocus } from '../../parts/useLoadedFocus.ts'
import { formatFee } from '../money/formatFee.ts'
import { Details } from '../money/parts/Details.tsx'
import { Warning } from '../money/parts/Warning.tsx'
import type { Send } from '../send/useSend.ts'
import { isUnderWay } from './isUnderWay.ts'

/** A payment that the network has been asked about. */
export function Preview({
  send: { draft, network, transfers, recipient, isFirst },
  plan,
  isStarted,
  onStart,
}: {
  send: Send
  plan: SendPlan
  isStarted: boolean
  onStart: () => void
}) {
  const { kit, router } = useScope()
  const isEmbedded = useKitState((state) => getConnectorDetails(state)?.type === 'AUTH')
  const isAgain = useKitState((state) => isUnderWay(state.money?.pending ?? [], { draft, plan }))
  const [isTicked, setTicked] = useState(false)
  const body = useLoadedFocus<HTMLDivElement>()
  const id = useId()
  const { asset } = draft
  const { transfer, fee, rent, gets, notes, memo } = plan
  // Somebody else, or a token, may pay the fee of the embedded wallet, which says so itself.
  const refused = isEmbedded && plan.refusal === 'no-fee' ? undefined : plan.refusal
  const refusal = refused ?? (plan.isContradicted ? ('contradicted' as const) : undefined)
  const mustTick = isAgain && !isTicked
  const submit = () => {
    if (isStarted || mustTick || !asset || !transfers || refusal) return
    onStart()
    try {
      sendTransfer(kit, {
        ...{ plan, networkId: draft.networkId, asset, transfers, name: recipient.name },
        onPending: (id) => router.replace({ name: 'send-confirmed', id }),
      })
    } catch (error) {
      // The wallet has just changed its account or network: the form starts anew.
      kit.logger.warn('The payment was not started.', error)
      router.back()
    }
  }
  // The embedded wallet's own screen is the preview; here only what it does not say would be shown. Decided once: what was shown must
  // not go on by itself when its reason is gone, such as when the same payment as before is in a block.
  const [isDirect] = useState(() => isEmbedded && !refusal && !isAgain && notes.length === 0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (isDirect) submit()
  }, [])
  if (!asset || !network || isDirect) return null
  const coin = network.nativeCurrency
  const amountOf = (units: bigint) =>
    asset.nft
      ? `${units} × ${asset.name}`
      : `${formatAmount(formatUnits(units, asset.decimals), { decimals: asset.decimals })} ${asset.symbol}`
  const values = {
    symbol: asset.symbol,
    coin: coin.symbol,
    rent: rent === undefined ? '' : formatFee(rent, coin),
  }
  return (
    <div className="body" ref={body}>
      {/* Read out with the button, which gets the focus as soon as the network has answered. */}
      <div className="described" id={id}>
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
              label: text('send.to'),
              value: (
                <span className="whole">
                  {recipient.name !== undefined && <bdi>{recipient.name} </bdi>}
                  <bdi dir="ltr">{transfer.to}</bdi>
                  {memo !== undefined && (
                    <>
                      {' '}
                      <q dir="auto">{memo}</q>
                    </>
                  )}
                </span>
              ),
            },
            // The embedded wallet says who pays the fee, and how much.
            ...(isEmbedded
              ? []
              : [
                  {
                    id: 'fee',
                    label: text('money.fee'),
                    value: <bdi dir="ltr">{formatFee(fee, coin)}</bdi>,
                  },
                ]),
            { id: 'network', label: text('send.network'), value: <bdi>{network.name}</bdi> },
          ]}
        />
        <div role="alert">
          {refusal && (
            <Warning
              id={
                asset.nft && refusal === 'not-transferable' ? 'send.refusal.nft' : `send.refusal.${refusal}`
              }
              values={values}
              isBad
            />
          )}
        </div>
        {recipient.isFallback && <Warning id="send.fallback" />}
        {isFirst && <Warning id="send.note.first" />}
        {notes.map((note) => (
          <Warning key={note} id={`send.note.${note}`} values={values} />
        ))}
        {isAgain && (
          <Warning
            id="send.note.again"
            isBad
            tick={{ label: text('send.note.againTick'), isChecked: isTicked, onChange: setTicked }}
          />
        )}
      </div>
      {refusal === undefined ? (
        <div className="two">
          <Button onClick={() => router.back()}>{text('action.cancel')}</Button>
          <Button kind="main" autoFocus describedBy={id} isBusy={isStarted || mustTick} onClick={submit}>
            {text(isEmbedded ? 'send.continue' : 'send.send')}
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
