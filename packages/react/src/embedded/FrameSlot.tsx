import type { Embedded } from '@portico/core/embedded'
import { useEffect, useRef, useState } from 'react'
import { text } from '../copy.ts'
import { useKitState, useScope } from '../kit/KitContext.ts'
import { Skeleton } from '../modal/parts/Skeleton.tsx'
import { loadEmbedded } from './loadEmbedded.ts'
import { trackPosition } from './trackPosition.ts'

/**
 * Reserves the space in a view over which the wallet's iframe is positioned, as high as the frame's content. Nothing
 * of the page overlaps the frame, so everything the visitor reads and presses there belongs to the wallet.
 */
export function FrameSlot() {
  const scope = useScope()
  const slot = useRef<HTMLDivElement>(null)
  const [embedded, setEmbedded] = useState<Embedded>()
  const surface = useKitState((state) => state.embedded?.surface)
  const isVisible = surface !== undefined && surface.view !== 'none'
  useEffect(() => {
    let isUnmounted = false
    loadEmbedded(scope).then(
      (loaded) => {
        if (!isUnmounted) setEmbedded(loaded)
      },
      (error: unknown) => scope.kit.logger.error('Failed to load the embedded wallet.', error),
    )
    return () => {
      isUnmounted = true
    }
  }, [scope])
  useEffect(() => {
    const element = slot.current
    if (!element || !embedded || !isVisible) return
    let hasFocus = false
    const stop = trackPosition(element, (rectangle) => {
      embedded.place(rectangle)
      if (hasFocus) return
      hasFocus = true
      embedded.focus()
    })
    return () => {
      stop()
      embedded.place(undefined)
    }
  }, [embedded, isVisible])
  return (
    <div className="frame-padding">
      <div
        className="frame-slot"
        ref={slot}
        aria-busy={!isVisible}
        style={isVisible ? { height: `${surface.height}px` } : undefined}
      >
        {!isVisible && (
          <>
            <span className="hidden" role="status">
              {text('view.loading')}
            </span>
            <Skeleton />
          </>
        )}
      </div>
    </div>
  )
}
