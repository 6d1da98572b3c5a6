import { useId } from 'react'
import { text } from '../../../copy.ts'
import { useScope } from '../../../kit/KitContext.ts'
import { Warning } from '../money/parts/Warning.tsx'
import { CompareAddresses } from './CompareAddresses.tsx'
import type { Send } from './useSend.ts'

/** How many recipients are offered. */
const maxRecent = 3

/** The recipient: an address, a name or a payment link, with the whole address below. */
export function RecipientField({ send }: { send: Send }) {
  const { kit } = useScope()
  const id = useId()
  const { draft, change, recipient, step, recent } = send
  const { address, status, name, isFallback } = recipient
  const isHidden = address === undefined || address === draft.to.trim()
  const hasNames = kit.options.gatewayUrl !== undefined
  return (
    <div className="send-to">
      <label className="field">
        <input
          type="text"
          aria-label={text('send.to')}
          aria-invalid={step === 'invalid-address' || undefined}
          aria-describedby={id}
          placeholder={text(hasNames ? 'send.toAddressOrName' : 'send.toAddress')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          // The start of a long address is shown. The placeholder has the direction of its language.
          dir={draft.to ? 'ltr' : undefined}
          maxLength={2000}
          readOnly={draft.isLocked}
          value={draft.to}
          onChange={(event) => change({ to: event.currentTarget.value, linkData: undefined })}
        />
      </label>
      <div id={id} role="status" className="whole">
        {status === 'pending' && text('send.resolving')}
        {status === 'unreachable' && text('send.namesUnreachable')}
        {status === 'contradicted' && text('send.nameContradicted')}
        {!isHidden && (
          <>
            {name !== undefined && <bdi>{name}</bdi>}
            <p dir="ltr">{address}</p>
          </>
        )}
        {isFallback && <p>{text('send.fallback')}</p>}
      </div>
      {draft.to === '' && recent.length > 0 && (
        <ul className="recent" aria-label={text('send.recent')}>
          {recent.slice(0, maxRecent).map((paid) => (
            <li key={paid}>
              <button type="button" className="link whole" onClick={() => change({ to: paid })}>
                <bdi dir="ltr">{paid}</bdi>
              </button>
            </li>
          ))}
        </ul>
      )}
      <LookAlike send={send} />
    </div>
  )
}

/** Warns of an address that looks like one that was paid before. */
function LookAlike({ send: { draft, change, recipient, lookAlike } }: { send: Send }) {
  const { address } = recipient
  if (address === undefined || lookAlike === undefined) return null
  return (
    <div role="alert">
      <Warning
        id="send.lookAlike"
        isBad
        more={
          <CompareAddresses
            rows={[
              { label: text('send.lookAlikeEntered'), address },
              { label: text('send.lookAlikePaid'), address: lookAlike },
            ]}
          />
        }
        tick={{
          label: text('send.lookAlikeTick'),
          isChecked: draft.accepted === address,
          onChange: (isChecked) => change({ accepted: isChecked ? address : undefined }),
        }}
      />
    </div>
  )
}
