import { useEffect } from 'react'
import { isCopyId, text } from '../../copy.ts'
import { Icon } from '../../icons/Icon.tsx'
import { useModalState, useScope } from '../../kit/KitContext.ts'
import { useLong } from './useLong.ts'

const durationMs = { success: 2_500, error: 5_000, loading: undefined }

/** Shows the current snack over the card and hides it after its duration. */
export function Snackbar() {
  const { router } = useScope()
  const snack = useModalState((state) => state.snack)
  useEffect(() => {
    const duration = snack && durationMs[snack.kind]
    if (duration === undefined) return
    const timer = setTimeout(() => router.hideSnack(), duration)
    return () => clearTimeout(timer)
  }, [snack, router])
  return (
    <div className="snack-place">
      <div role="status">{snack && snack.kind !== 'error' && <Message key={snack.id} {...snack} />}</div>
      <div role="alert">{snack?.kind === 'error' && <Message key={snack.id} {...snack} />}</div>
    </div>
  )
}

function Message({ kind, text: sentence }: { kind: 'success' | 'error' | 'loading'; text: string }) {
  const isWaiting = kind === 'loading'
  const isLong = useLong(isWaiting)
  return (
    <div className="snack" data-kind={kind} aria-hidden={(isWaiting && !isLong) || undefined}>
      {isWaiting ? (
        <span className="spinner" aria-hidden="true" />
      ) : (
        <Icon name={kind === 'success' ? 'check' : 'warning'} size={18} />
      )}
      <span data-testid="wui-snackbar-message">{isCopyId(sentence) ? text(sentence) : sentence}</span>
    </div>
  )
}
