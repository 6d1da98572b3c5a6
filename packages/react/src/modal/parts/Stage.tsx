import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { text } from '../../copy.ts'
import { useModalState, useScope } from '../../kit/KitContext.ts'
import { focusFirst } from '../dialogFocus.ts'
import { currentView, type View } from '../router.ts'
import { forgetView, getView } from '../views/getView.ts'
import { Skeleton } from './Skeleton.tsx'
import { useMeasuredHeight } from './useMeasuredHeight.ts'
import { useSkeleton } from './useSkeleton.ts'
import { ViewBoundary } from './ViewBoundary.tsx'

/** Renders the current view and animates between views. */
export function Stage() {
  const { kit } = useScope()
  const view = useModalState(currentView)
  const direction = useModalState((state) => state.direction)
  const outer = useRef<HTMLDivElement>(null)
  const inner = useRef<HTMLDivElement>(null)
  const [, retry] = useState(0)
  useMeasuredHeight(outer, inner)
  const id = viewId(view)
  const ViewComponent = getView(view.name)
  return (
    <div className="stage" ref={outer}>
      <div ref={inner}>
        <ViewBoundary
          key={id}
          onError={(error) => kit.logger.error(`Failed to render the view ${view.name}.`, error)}
          onRetry={() => {
            forgetView(view.name)
            retry((count) => count + 1)
          }}
        >
          <Suspense fallback={<ViewFallback />}>
            <LoadedView direction={direction}>
              <ViewComponent view={view} />
            </LoadedView>
          </Suspense>
        </ViewBoundary>
      </div>
    </div>
  )
}

/** Wraps a loaded view and moves the focus into it. */
function LoadedView({ direction, children }: { direction: string; children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null)
  // Keep the direction of the navigation that led here, so that later changes do not animate the view again.
  const [from] = useState(direction)
  useEffect(() => {
    if (element.current) focusFirst(element.current)
  }, [])
  return (
    <div className="view" data-from={from} ref={element}>
      {children}
    </div>
  )
}

function ViewFallback() {
  const shown = useSkeleton(true)
  return (
    <div className="body" data-loading={shown === 'skeleton' ? undefined : ''} aria-busy="true">
      <span className="hidden" role="status">
        {shown === 'skeleton' && text('view.loading')}
      </span>
      {shown === 'skeleton' && <Skeleton />}
    </div>
  )
}

/** Identifies a view by its name and data, so that the same view with other data is mounted again. */
function viewId(view: View): string {
  return JSON.stringify(view)
}
