import type { Embedded } from '@portico/core/embedded'
import { useEffect, useRef, useState } from 'react'
import { text } from '../copy.ts'
import { useKitState, useScope } from '../kit/KitContext.ts'
import { Skeleton } from '../modal/parts/Skeleton.tsx'
import { loadEmbedded } from './loadEmbedded.ts'
import { trackPlace } from './trackPlace.ts'

/**
 * The place in a view over which the wallet's frame is laid. It is as high as what the frame draws, and nothing of ours is
 * above it: what the visitor reads and presses there is the wallet's own.
 */
export function FrameSlot() {
  const scope = useScope()
  const slot = useRef<HTMLDivElement>(null)
  const [embedded, setEmbedded] = useState<Embedded>()
  const surface = useKitState((state) => state.embedded?.surface)
  const isDrawn = surface !== undefined && surface.view !== 'none'
  useEffect(() => {
    let isGone = false
    loadEmbedded(scope).then(
      (loaded) => {
        if (!isGone) setEmbedded(loaded)
      },
      (error: unknown) => scope.kit.logger.error('The embedded wallet could not be loaded.', error),
    )
    return () => {
      isGone = true
    }
  }, [scope])
  useEffect(() => {
    const element = slot.current
    if (!element || !embedded || !isDrawn) return
    let hasFocus = false
    const stop = trackPlace(element, (rectangle) => {
      embedded.place(rectangle)
      if (hasFocus) return
      hasFocus = true
      embedded.focus()
    })
    return () => {
      stop()
      embedded.place(undefined)
    }
  }, [embedded, isDrawn])
  return (
    <div className="frame-room">
      <div
        className="frame-slot"
        ref={slot}
        aria-busy={!isDrawn}
        style={isDrawn ? { height: `${surface.height}px` } : undefined}
      >
        {!isDrawn && (
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
