import { useEffect, useState } from 'react'
import { useScope } from '../kit/KitContext.ts'
import { loadEmbedded } from './loadEmbedded.ts'
import { useSecondsUntil } from './useSecondsUntil.ts'

/**
 * Lets a view have the link of a login mailed again, at most every 30 seconds.
 *
 * @returns `seconds` until it can be requested; `isDisabled` meanwhile and while it is requested; `result` of the last request
 */
export function useResendLink() {
  const scope = useScope()
  const [resendAt, setResendAt] = useState(0)
  const [isBusy, setBusy] = useState(true)
  const [result, setResult] = useState<'linkResent' | 'linkNotSent'>()
  const seconds = useSecondsUntil(resendAt)
  useEffect(() => {
    let isMounted = true
    void loadEmbedded(scope).then(
      (embedded) => {
        if (!isMounted) return
        setResendAt(embedded.getResendAt() ?? 0)
        setBusy(false)
      },
      // The view shows this failure: it loads the embedded wallet as well.
      () => {},
    )
    return () => {
      isMounted = false
    }
  }, [scope])

  async function resend(): Promise<void> {
    setBusy(true)
    setResult(undefined)
    const embedded = await loadEmbedded(scope)
    try {
      await embedded.resendLink()
      setResult('linkResent')
    } catch (error) {
      scope.kit.logger.error('The link was not sent again.', error)
      setResult('linkNotSent')
    }
    setResendAt(embedded.getResendAt() ?? 0)
    setBusy(false)
  }

  return { seconds, isDisabled: isBusy || seconds > 0, result, resend }
}
