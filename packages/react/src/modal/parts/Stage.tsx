import { track } from '@portico/core/internal'
import { type RefObject, Suspense, useLayoutEffect, useRef, useState } from 'react'
import { text } from '../../copy.ts'
import { useModalState, useScope } from '../../kit/KitContext.ts'
import { focusFirst } from '../dialogFocus.ts'
import { currentView, type ModalState, type View } from '../router.ts'
import { forgetView, getView } from '../views/getView.ts'
import { Skeleton } from './Skeleton.tsx'
import { useLong } from './useLong.ts'
import { useMeasuredHeight } from './useMeasuredHeight.ts'
import { ViewBoundary } from './ViewBoundary.tsx'

/** Renders the view of `shown` and animates between views. */
export function Stage({ shown }: { shown: ModalState }) {
  const { kit } = useScope()
  const view = currentView(shown)
  const isLeaving = useModalState((state) => state.stack) !== shown.stack
  const outer = useRef<HTMLDivElement>(null)
  const inner = useRef<HTMLDivElement>(null)
  const [, retry] = useState(0)
  useMeasuredHeight(outer, inner)
  const id = viewId(view)
  return (
    <div
      className="stage"
      ref={outer}
      aria-busy={isLeaving}
      // A second press on a view that is being left must not navigate again.
      onClickCapture={isLeaving ? (event) => event.stopPropagation() : undefined}
    >
      <div ref={inner}>
        <ViewBoundary
          key={id}
          onError={(error) => {
            kit.logger.error(`Failed to render the view ${view.name}.`, error)
            track(kit, 'INTERNAL_SDK_ERROR', { view: view.name, message: String(error) }, { type: 'error' })
          }}
          onRetry={() => {
            forgetView(view.name)
            retry((count) => count + 1)
          }}
        >
          <Suspense fallback={<ViewFallback />}>
            <LoadedView view={view} direction={shown.direction} />
          </Suspense>
        </ViewBoundary>
      </div>
    </div>
  )
}

/** Renders a loaded view and moves the focus into it. */
function LoadedView({ view, direction }: { view: View; direction: string }) {
  const element = useRef<HTMLDivElement>(null)
  // Keep both: another component would mount the view again, another direction would animate it again.
  const [[ViewComponent, from]] = useState(() => [getView(view.name), direction] as const)
  useFirstFocus(element)
  useScrollPosition(element, view, from)
  return (
    <div className="view" data-from={from} ref={element}>
      <ViewComponent view={view} />
    </div>
  )
}

function ViewFallback() {
  const element = useRef<HTMLDivElement>(null)
  const isLong = useLong(true)
  useFirstFocus(element)
  return (
    <div className="body" data-loading ref={element} aria-busy="true">
      <span className="hidden" role="status">
        {isLong && text('view.loading')}
      </span>
      <Skeleton />
    </div>
  )
}

/** Moves the focus into a view before it is painted: it would fall to the body with the view that it replaces. */
function useFirstFocus(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    if (element.current) focusFirst(element.current)
  }, [element])
}

/** Where the visitor had scrolled each view when it was left. */
const positions = new WeakMap<View, number>()

/** Shows a view from its top, or where the visitor left it if they go back to it. */
function useScrollPosition(element: RefObject<HTMLElement | null>, view: View, from: string): void {
  useLayoutEffect(() => {
    const stage = element.current?.closest('.stage')
    if (!stage) return
    stage.scrollTop = (from === 'back' && positions.get(view)) || 0
    // Runs before the view is removed, which would change the position.
    return () => void positions.set(view, stage.scrollTop)
  }, [element, view, from])
}

/** Identifies a view by its name and data, so that the same view with other data is mounted again. */
function viewId(view: View): string {
  return JSON.stringify(view)
}
