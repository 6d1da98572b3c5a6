import { type ReactNode, useEffect, useRef, useState } from 'react'
import { text } from '../../../copy.ts'

/** How long the button has to be held, in milliseconds. */
const holdMs = 2000

/**
 * A button that has to be held for two seconds, with the pointer or the keyboard. Assistive technology that can only press it presses
 * twice instead.
 */
export function HoldButton({
  children,
  describedBy,
  onConfirm,
}: {
  children: ReactNode
  /** ID of what is read out with the name. */
  describedBy: string
  onConfirm: () => void
}) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [isHeld, setHeld] = useState(false)
  const [isArmed, setArmed] = useState(false)
  useEffect(() => () => clearTimeout(timer.current), [])
  const start = () => {
    if (timer.current !== undefined) return
    setHeld(true)
    timer.current = setTimeout(onConfirm, holdMs)
  }
  const stop = () => {
    clearTimeout(timer.current)
    timer.current = undefined
    setHeld(false)
  }
  const isKey = (key: string) => key === ' ' || key === 'Enter'
  return (
    <>
      <button
        type="button"
        className="btn hold"
        data-kind="main"
        data-autofocus
        aria-describedby={describedBy}
        data-held={isHeld || undefined}
        // The release of another button may go to the context menu that it has opened.
        onPointerDown={({ button }) => {
          if (button === 0) start()
        }}
        onPointerUp={stop}
        onPointerLeave={stop}
        onPointerCancel={stop}
        onBlur={stop}
        onKeyDown={(event) => {
          if (!isKey(event.key)) return
          // Otherwise the key would also press the button.
          event.preventDefault()
          start()
        }}
        onKeyUp={(event) => {
          if (!isKey(event.key)) return
          event.preventDefault()
          stop()
        }}
        onClick={({ detail }) => {
          // A press without pointer and key comes from assistive technology.
          if (detail > 0) return
          if (isArmed) onConfirm()
          else setArmed(true)
        }}
      >
        <bdi>{children}</bdi>
      </button>
      <p className={isArmed ? 'muted' : 'hidden'} role="status">
        {isArmed && text('swap.pressAgain')}
      </p>
    </>
  )
}
