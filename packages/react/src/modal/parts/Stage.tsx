import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { text } from '../../copy.ts'
import { useModalState, useScope } from '../../kit/KitContext.ts'
import { focusFirst } from '../dialogFocus.ts'
import { currentView, type View } from '../router.ts'
import { forgetView, getView } from '../views/index.ts'
import { Skeleton } from './Skeleton.tsx'
import { useMeasuredHeight } from './useMeasuredHeight.ts'
import { useSkeleton } from './useSkeleton.ts'
import { ViewBoundary } from './ViewBoundary.tsx'

/** The place of the views: one at a time, coming from the side the stack grows to. */
export function Stage() {
  const { kit } = useScope()
  const view = useModalState(currentView)
  const direction = useModalState((state) => state.direction)
  const outer = useRef<HTMLDivElement>(null)
  const inner = useRef<HTMLDivElement>(null)
  const [, retry] = useState(0)
  useMeasuredHeight(outer, inner)
  const id = viewId(view)
  const Shown = getView(view.name)
  return (
    <div className="stage" ref={outer}>
      <div ref={inner}>
        <ViewBoundary
          key={id}
          onError={(error) => kit.logger.error(`The view ${view.name} failed.`, error)}
          onRetry={() => {
            forgetView(view.name)
            retry((count) => count + 1)
          }}
        >
          <Suspense fallback={<Arriving />}>
            <Settled direction={direction}>
              <Shown view={view} />
            </Settled>
          </Suspense>
        </ViewBoundary>
      </div>
    </div>
  )
}

/** A view that is there: it takes the focus. */
function Settled({ direction, children }: { direction: string; children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null)
  // The direction it came from; what happens later does not animate it again.
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

function Arriving() {
  const shown = useSkeleton(true)
  return (
    <div className="body" data-arriving={shown === 'skeleton' ? undefined : ''} aria-busy="true">
      <span className="hidden" role="status">
        {shown === 'skeleton' && text('view.loading')}
      </span>
      {shown === 'skeleton' && <Skeleton />}
    </div>
  )
}

/** Two views of one name with different contents are two views. */
function viewId(view: View): string {
  return JSON.stringify(view)
}
