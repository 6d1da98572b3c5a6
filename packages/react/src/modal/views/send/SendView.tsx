import { track } from '@portico/core/internal'
import { useEffect } from 'react'
import { text } from '../../../copy.ts'
import { useScope } from '../../../kit/KitContext.ts'
import { Button } from '../../parts/Button.tsx'
import { Row } from '../../parts/Row.tsx'
import { AmountField } from '../money/parts/AmountField.tsx'
import { AmountLine } from './AmountLine.tsx'
import { RecipientField } from './RecipientField.tsx'
import { useSend } from './useSend.ts'

/** The form of a payment. Its button says what is missing. */
export function SendView() {
  const { kit, router } = useScope()
  const send = useSend()
  const { draft, change, step } = send
  const network = draft.networkId
  useEffect(() => track(kit, 'OPEN_SEND', { network, isSmartAccount: false }), [kit, network])
  const next = () => {
    if (step === 'select-token') router.push({ name: 'send-token' })
    if (step === 'preview') router.push({ name: 'send-preview' })
  }
  const isReady = step === 'preview' || step === 'select-token'
  return (
    <form
      className="body"
      onSubmit={(event) => {
        event.preventDefault()
        next()
      }}
    >
      <AmountField
        label={text('money.amount')}
        value={send.shownAmount}
        prefix={draft.unit === 'fiat' && !draft.isMaximum ? '$' : undefined}
        asset={draft.asset}
        readOnly={draft.isLocked}
        isInvalid={step === 'incorrect-value' || step === 'insufficient-balance'}
        autoFocus
        onChange={(amount) =>
          change({ amount, isMaximum: false, ...(draft.isMaximum ? { unit: 'token' } : {}) })
        }
        onChooseAsset={
          draft.isLocked || draft.asset?.nft ? undefined : () => router.push({ name: 'send-token' })
        }
      >
        <AmountLine send={send} />
      </AmountField>
      <RecipientField send={send} />
      {step === 'insufficient-balance' && (
        <>
          <Row label={text('money.fund')} onClick={() => router.push({ name: 'fund' })} />
          <Row
            label={text('money.otherWallet')}
            onClick={() => router.push({ name: 'connect', only: 'wallet' })}
          />
        </>
      )}
      <Button kind="main" isBusy={!isReady} onClick={next}>
        {text(`send.step.${step}`)}
      </Button>
    </form>
  )
}
