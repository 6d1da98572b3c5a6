import { type RefObject, useEffect, useRef } from 'react'
import { useModalState } from '../../kit/KitContext.ts'

const shakeMs = 500

/** Shakes the card once for each refused attempt to close it. */
export function useShake(card: RefObject<HTMLElement | null>): void {
  const refusals = useModalState((state) => state.refusals)
  const handled = useRef(refusals)
  useEffect(() => {
    if (refusals === handled.current) return
    handled.current = refusals
    const element = card.current
    if (!element || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const steps = [0, -6, 6, -5, 5, -2, 0].map((x) => ({ transform: `translateX(${x}px)` }))
    element.animate(steps, { duration: shakeMs, easing: 'ease-in-out' })
  }, [refusals, card])
}
