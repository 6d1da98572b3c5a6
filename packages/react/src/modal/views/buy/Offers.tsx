import {
  closeProviderWindow,
  leadProviderWindow,
  onrampQuotesQuery,
  openProviderWindow,
  type Purchase,
  startPurchase,
} from '@portico/core/money'
import type { OnrampProvidersResponse, OnrampQuote } from '@portico/protocol/gateway'
import { useEffect, useState } from 'react'
import { type CopyId, isCopyId, text } from '../../../copy.ts'
import { useQuery } from '../../../data/useQuery.ts'
import { Icon } from '../../../icons/Icon.tsx'
import { useScope } from '../../../kit/KitContext.ts'
import { Picture } from '../../parts/Picture.tsx'
import { Row } from '../../parts/Row.tsx'
import { Skeleton } from '../../parts/Skeleton.tsx'
import { Status } from '../../parts/Status.tsx'
import { Text } from '../../parts/Text.tsx'
import { useSkeleton } from '../../parts/useSkeleton.ts'
import { currentView } from '../../router.ts'
import { formatMoney } from './formatMoney.ts'
import { formatQuantity } from './formatQuantity.ts'
import { listOffers } from './listOffers.ts'

/** Delay between the last change of the form and the request for offers (ms). */
const debounceMs = 300

/** The providers that sell: those with an offer first, the best before all, then those that quote no amount. */
export function Offers({ purchase, providers }: { purchase: Purchase; providers: OnrampProvidersResponse }) {
  const { kit, router } = useScope()
  const [asked, setAsked] = useState<Purchase | undefined>()
  const [pending, setPending] = useState<string | undefined>()
  const [failure, setFailure] = useState<{ id: CopyId; provider: string } | undefined>()
  const key = JSON.stringify(purchase)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `purchase` is a new object on every render; its JSON identifies it
  useEffect(() => {
    setFailure(undefined)
    const timer = setTimeout(() => setAsked(purchase), debounceMs)
    return () => clearTimeout(timer)
  }, [key])
  const isAsked = JSON.stringify(asked) === key
  const quoting = providers.some(({ quotes }) => quotes)
  const query = useQuery(onrampQuotesQuery(kit, quoting ? asked : undefined))
  const isWaiting = quoting && (!isAsked || query.status === 'pending')
  const shown = useSkeleton(isWaiting)
  const rows = listOffers(providers, isAsked ? (query.data ?? []) : [])

  async function choose(provider: string, providerName: string): Promise<void> {
    if (pending !== undefined) return
    // In the click, before anything is awaited: browsers block a window that is opened later.
    const opened = openProviderWindow()
    const view = currentView(router.store.getState())
    setPending(provider)
    setFailure(undefined)
    try {
      const { url, sessionId } = await startPurchase(kit, { provider, providerName, purchase })
      const link = leadProviderWindow(opened, url) ? undefined : url
      // Whoever has left meanwhile finds the purchase in the list of Buy.
      const modal = router.store.getState()
      if (modal.open && currentView(modal) === view)
        router.push({ name: 'buy-progress', sessionId, provider: providerName, link })
    } catch (error) {
      closeProviderWindow(opened)
      kit.logger.error(`The purchase at ${provider} could not be started.`, error)
      setFailure({ id: reasonOf(error), provider: providerName })
    } finally {
      setPending(undefined)
    }
  }

  return (
    <>
      <Status isWaiting={isWaiting} className="">
        <p className={failure ? 'problem' : 'muted'}>
          {failure ? (
            <Text id={failure.id} values={{ provider: failure.provider }} />
          ) : isWaiting ? (
            text('buy.asking')
          ) : query.status === 'error' && quoting ? (
            text('buy.unreachable')
          ) : rows.length === 0 ? (
            text('buy.noOffers')
          ) : (
            text('buy.offers', { count: rows.length })
          )}
        </p>
      </Status>
      {shown === 'skeleton' && <Skeleton />}
      {shown === 'content' && (
        <ul className="rows">
          {rows.map(({ provider, name, logo, quote }) => (
            <li key={provider}>
              <Row
                picture={<Picture listed={logo} name={name} />}
                label={name}
                note={quote && <OfferNote quote={quote} />}
                end={
                  <>
                    {quote && <Receives quote={quote} />}
                    <Icon name="chevron" size={18} />
                  </>
                }
                testId={`onramp-provider-${provider}`}
                onClick={() => void choose(provider, name)}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function OfferNote({ quote }: { quote: OnrampQuote }) {
  return <Text id="buy.fees" values={{ amount: formatMoney(quote.totalFee, quote.sourceCurrencyCode) }} />
}

function Receives({ quote }: { quote: OnrampQuote }) {
  return (
    <span className="num" dir="ltr">
      {formatQuantity(quote.destinationAmount)} <bdi>{quote.destinationCurrencyCode}</bdi>
    </span>
  )
}

/** Maps an error to the ID of a text. Visitors never see its message. */
function reasonOf(error: unknown): CopyId {
  const id = `buy.${(error as { code?: unknown } | null)?.code}`
  return isCopyId(id) ? id : 'buy.failed'
}
