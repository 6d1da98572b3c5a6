import { useEffect, useRef, useState } from 'react'

/** How long a button says "Copied". */
const confirmation = 1_800

/** Copies a text and says so for a moment. False stays false where the browser does not allow it. */
export function useCopy(value: string): [isCopied: boolean, copyValue: () => void] {
  const [isCopied, setCopied] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const copyValue = () => {
    // Absent on pages without TLS.
    const written = navigator.clipboard?.writeText(value)
    written?.then(
      () => {
        setCopied(true)
        clearTimeout(timer.current)
        timer.current = setTimeout(() => setCopied(false), confirmation)
      },
      // The browser refused; the text can be selected by hand.
      () => setCopied(false),
    )
  }
  return [isCopied, copyValue]
}
