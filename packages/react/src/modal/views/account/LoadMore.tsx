import { text } from '../../../copy.ts'
import type { PagedView } from '../../../data/queryView.ts'
import { Button } from '../../parts/Button.tsx'

/** A button that loads the next page of a list, if there is one. */
export function LoadMore({
  query,
  onClick,
}: {
  query: PagedView<unknown>
  onClick?: (() => void) | undefined
}) {
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query
  if (!hasNextPage) return null
  return (
    <Button
      isBusy={isFetchingNextPage}
      onClick={() => {
        onClick?.()
        fetchNextPage()
      }}
    >
      {text(isFetchingNextPage ? 'action.loading' : 'action.loadMore')}
    </Button>
  )
}
