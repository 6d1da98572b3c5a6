import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { text } from '../copy.ts'
import { useKitState, useScope } from '../kit/KitContext.ts'
import { focusFirst } from '../modal/dialogFocus.ts'
import { Skeleton } from '../modal/parts/Skeleton.tsx'
import { useLong } from '../modal/parts/useLong.ts'
import { useSkeleton } from '../modal/parts/useSkeleton.ts'
import { loadEmbedded } from './loadEmbedded.ts'
import { startedEmbedded } from './startedEmbedded.ts'
import { trackPosition } from './trackPosition.ts'

/**
 * Reserves the space in a view over which the wallet's iframe is positioned, as high as the frame's content. Nothing
 * of the page overlaps the frame, so everything the visitor reads and presses there belongs to the wallet.
 */
export function FrameSlot() {
  const scope = useScope()
  const slot = useRef<HTMLDivElement>(null)
  const [embedded, setEmbedded] = useState(startedEmbedded.get(scope.kit))
  const surface = useKitState((state) => state.embedded?.surface)
  const isVisible = surface !== undefined && surface.view !== 'none'
  const height = useRef<number>(undefined)
  // A frame that is not displayed yet has no height.
  if (isVisible && surface.height > 0) height.current = surface.height
  const shown = useSkeleton(!isVisible)
  const isLong = useLong(!isVisible)
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
  // Before the first paint, so that the frame is seen at once if the wallet was started before.
  useLayoutEffect(() => {
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
      const hadFocus = document.activeElement instanceof HTMLIFrameElement
      embedded.place(undefined)
      // A frame that is hidden loses the focus to the page, behind the modal.
      if (hadFocus) focusFirst(element)
    }
  }, [embedded, isVisible])
  return (
    <div className="frame-padding">
      <div
        className="frame-slot"
        ref={slot}
        aria-busy={!isVisible}
        // Keep the height while the wallet works, and the view's height until the frame first shows something.
        data-loading={height.current === undefined ? '' : undefined}
        style={height.current === undefined ? undefined : { height: `${height.current}px` }}
      >
        <span className="hidden" role="status">
          {isLong && text('view.loading')}
        </span>
        {shown === 'skeleton' && <Skeleton />}
      </div>
    </div>
  )
}
