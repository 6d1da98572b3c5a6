import { useId } from 'react'
import { text } from '../../../copy.ts'
import type { Send } from './useSend.ts'

/** The recipient: an address, a name or a payment link, with the whole address below. */
export function RecipientField({ send: { draft, change, recipient, step } }: { send: Send }) {
  const id = useId()
  const { address } = recipient
  const isShortened = address !== undefined && address !== draft.to.trim()
  return (
    <div className="send-to">
      <label className="field">
        <input
          type="text"
          aria-label={text('send.to')}
          aria-invalid={step === 'invalid-address' || undefined}
          aria-describedby={isShortened ? id : undefined}
          placeholder={text('send.toAddress')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={2000}
          readOnly={draft.isLocked}
          value={draft.to}
          onChange={(event) => change({ to: event.currentTarget.value })}
        />
      </label>
      {isShortened && (
        <p className="whole" id={id} dir="ltr">
          {address}
        </p>
      )}
    </div>
  )
}
