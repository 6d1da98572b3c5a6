import { truncateAddress } from '@portico/core'
import { text } from '../../copy.ts'
import { Icon } from '../../icons/Icon.tsx'
import { AccountName } from '../../parts/AccountName.tsx'
import { useCopy } from './useCopy.ts'

/**
 * Shows an account's name or, if it has none, its address. A press anywhere on it copies the address, and the text says
 * so for a moment.
 */
export function CopyAddress({
  address,
  name,
  testId,
}: {
  address: string
  name?: string | undefined
  testId?: string | undefined
}) {
  const [isCopied, copyAddress] = useCopy(address)
  const copied = text('action.copied')
  return (
    <div className="who">
      {/* As wide as the wider text, so that nothing moves. */}
      <span
        className="steady"
        data-other={isCopied ? (name ?? truncateAddress(address)) : copied}
        data-testid={testId}
      >
        {isCopied ? <span>{copied}</span> : <AccountName address={address} name={name} />}
      </span>
      {/* Its area includes the text, see views.css. */}
      <button
        type="button"
        className="ib small"
        aria-label={text('account.copy')}
        title={address}
        data-copied={isCopied || undefined}
        onClick={copyAddress}
      >
        <Icon name={isCopied ? 'check' : 'copy'} size={16} />
      </button>
      <span className="hidden" role="status">
        {isCopied && copied}
      </span>
    </div>
  )
}
