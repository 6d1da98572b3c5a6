import { useEffect, useRef, useState } from 'react'

/** How long the confirmation is shown. */
const confirmationMs = 1_800

/** Copies a text. `isCopied` is true for a moment afterwards; it stays false if the browser denies access. */
export function useCopy(value: string): [isCopied: boolean, copyValue: () => void] {
  const [isCopied, setCopied] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const copyValue = () => {
    // `clipboard` is undefined in insecure contexts.
    const writing = navigator.clipboard?.writeText(value)
    writing?.then(
      () => {
        setCopied(true)
        clearTimeout(timer.current)
        timer.current = setTimeout(() => setCopied(false), confirmationMs)
      },
      // Denied by the browser; the text can still be selected by hand.
      () => setCopied(false),
    )
  }
  return [isCopied, copyValue]
}
