import { findInstalled, type ListedWallet } from '@portico/core/internal'
import { useEffect, useRef } from 'react'
import { text } from '../../../copy.ts'
import type { PagedView } from '../../../data/queryView.ts'
import { useKitState, useScope } from '../../../kit/KitContext.ts'
import { chooseWallet } from '../../chooseWallet.ts'
import { Button } from '../../parts/Button.tsx'
import { Picture } from '../../parts/Picture.tsx'

/** Distance below the visible area at which the next page is fetched. */
const prefetchMarginPx = 300

/** A grid of wallets. The next page loads when its button comes near the visible area or is pressed. */
export function WalletGrid({
  wallets,
  query: { hasNextPage, isFetchingNextPage, fetchNextPage },
}: {
  wallets: readonly ListedWallet[]
  query: PagedView<unknown>
}) {
  const end = useRef<HTMLDivElement>(null)
  const fetchNext = useRef(fetchNextPage)
  fetchNext.current = fetchNextPage
  useEffect(() => {
    if (!end.current || !hasNextPage || isFetchingNextPage) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) fetchNext.current()
      },
      { root: end.current.closest('.stage'), rootMargin: `${prefetchMarginPx}px` },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [hasNextPage, isFetchingNextPage])
  return (
    <>
      <ul className="wallets" aria-label={text('connect.wallets')}>
        {wallets.map((wallet) => (
          <li key={wallet.id}>
            <WalletTile wallet={wallet} />
          </li>
        ))}
      </ul>
      <div ref={end}>
        {hasNextPage && (
          <Button isBusy={isFetchingNextPage} onClick={fetchNextPage}>
            {text(isFetchingNextPage ? 'action.loading' : 'action.loadMore')}
          </Button>
        )}
      </div>
    </>
  )
}

function WalletTile({ wallet }: { wallet: ListedWallet }) {
  const scope = useScope()
  const isInstalled = useKitState((state) => findInstalled(state, wallet) !== undefined)
  return (
    <button
      type="button"
      className="wallet"
      data-testid={`wallet-search-item-${wallet.id}`}
      onClick={() => chooseWallet(scope, wallet)}
    >
      <Picture listed={wallet.image_url} name={wallet.name} size={64} />
      <bdi className="line">{wallet.name}</bdi>
      {isInstalled && <small>{text('connect.installed')}</small>}
    </button>
  )
}
