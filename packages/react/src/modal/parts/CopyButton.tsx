import { type CopyId, text } from '../../copy.ts'
import { Icon } from '../../icons/Icon.tsx'
import { useCopy } from './useCopy.ts'

/** Copies a text and shows a confirmation on the button. */
export function CopyButton({
  value,
  label,
  kind = 'plain',
  testId,
  autoFocus,
}: {
  /** The text to copy. Empty if it is not available yet. */
  value: string
  label: CopyId
  kind?: 'main' | 'plain' | 'link' | undefined
  testId?: string | undefined
  autoFocus?: boolean | undefined
}) {
  const [isCopied, copyValue] = useCopy(value)
  return (
    <>
      <button
        type="button"
        className={kind === 'link' ? 'link' : 'btn'}
        data-kind={kind}
        data-testid={testId}
        data-autofocus={autoFocus || undefined}
        // Constant: a screen reader would read out a name that changes, and again when it changes back.
        aria-label={text(label)}
        aria-disabled={value === '' || undefined}
        onClick={value === '' ? undefined : copyValue}
      >
        <Icon name={isCopied ? 'check' : 'copy'} size={18} />
        {/* As wide as the wider text, so that nothing moves. */}
        <span className="steady" data-other={text(isCopied ? label : 'action.copied')}>
          <span>{text(isCopied ? 'action.copied' : label)}</span>
        </span>
      </button>
      <span className="hidden" role="status">
        {isCopied && text('action.copied')}
      </span>
    </>
  )
}
