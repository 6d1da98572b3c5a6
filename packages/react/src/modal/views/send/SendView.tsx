import { text } from '../../../copy.ts'
import { useScope } from '../../../kit/KitContext.ts'
import { Button } from '../../parts/Button.tsx'
import { Row } from '../../parts/Row.tsx'
import { AmountField } from '../money/parts/AmountField.tsx'
import { useOpenEvent } from '../money/useOpenEvent.ts'
import { AmountLine } from './AmountLine.tsx'
import { RecipientField } from './RecipientField.tsx'
import { SpeedField } from './SpeedField.tsx'
import { useSend } from './useSend.ts'

/** The form of a payment. Its button says what is missing. */
export function SendView() {
  const { router } = useScope()
  const send = useSend()
  const { draft, change, step } = send
  const { nft } = draft.asset ?? {}
  // One of a kind: there is no amount to enter.
  const isSingle = nft !== undefined && nft.standard !== 'erc1155'
  const isInvalid = step === 'incorrect-value' || step === 'insufficient-balance'
  useOpenEvent('OPEN_SEND', draft.networkId)
  const next = () => {
    if (step === 'select-token') router.push({ name: 'send-token' })
    if (send.isReady) router.push({ name: 'send-preview' })
  }
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
        readOnly={draft.isLocked || isSingle}
        isInvalid={isInvalid}
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
      <SpeedField send={send} />
      {/* The button says so too, but does not have the focus. An address is typed for a while, and its field is marked. */}
      <p className="hidden" role="status">
        {isInvalid && text(`step.${step}`)}
      </p>
      {step === 'insufficient-balance' && (
        <>
          <Row
            label={text('money.fund')}
            testId="wallet-features-fund-wallet-button"
            onClick={() => router.push({ name: 'fund' })}
          />
          <Row
            label={text('send.otherWallet')}
            onClick={() => router.push({ name: 'connect', only: 'wallet' })}
          />
        </>
      )}
      <Button kind="main" isBusy={!send.isReady && step !== 'select-token'} onClick={next}>
        {text(`step.${step}`)}
      </Button>
    </form>
  )
}
