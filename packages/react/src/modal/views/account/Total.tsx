import { text } from '../../../copy.ts'
import { useTokens } from '../../../data/useTokens.ts'
import { formatAmount, formatCurrency } from '../../../language/format.ts'
import { useSkeleton } from '../../parts/useSkeleton.ts'
import { useSteadyStatus } from './useSteadyStatus.ts'

/**
 * Shows the total value of the account. If no token has a price, shows the balance of the native token instead: an
 * unknown value is never shown as 0.
 */
export function Total() {
  const query = useTokens()
  const { data } = query
  const shown = useSkeleton(useSteadyStatus(query) === 'pending')
  if (shown !== 'content') return <p className="total">{shown === 'skeleton' && <span className="bone" />}</p>
  const priced = data?.filter((token) => token.value !== undefined) ?? []
  const native = data?.find((token) => token.address === undefined)
  if (data && priced.length === 0 && native) {
    return (
      <p className="total" dir="ltr">
        {formatAmount(native.quantity.numeric)} <bdi>{native.symbol}</bdi>
      </p>
    )
  }
  const isKnown = data !== undefined && (priced.length > 0 || data.length === 0)
  const sum = isKnown ? priced.reduce((total, token) => total + (token.value ?? 0), 0) : undefined
  const [, whole, cents, symbol] = /^(.*?)([.,]\d\d)?(\D*)$/.exec(formatCurrency(sum)) ?? []
  return (
    <p className="total">
      <span className="hidden">{text(isKnown ? 'account.total' : 'account.noTotal')} </span>
      {whole}
      {cents !== undefined && <span className="cents">{cents}</span>}
      {symbol}
    </p>
  )
}
