import { findNetwork } from '@portico/core'
import { text } from '../../../copy.ts'
import { useTokens } from '../../../data/useTokens.ts'
import { useKitState } from '../../../kit/KitContext.ts'
import { formatAmount, formatCurrency } from '../../../language/format.ts'
import { Notice } from '../../parts/Notice.tsx'
import { Picture } from '../../parts/Picture.tsx'
import { compactAmount } from './compactAmount.ts'
import { QueryContent } from './QueryContent.tsx'
import { ReceiveAction } from './ReceiveAction.tsx'

/** Lists the tokens the account holds. */
export function TokensTab() {
  const query = useTokens()
  const state = useKitState((all) => all)
  return (
    <QueryContent
      query={query}
      icon="wallet"
      empty={
        <Notice icon="wallet" title={text('tokens.empty')} help={text('tokens.emptyHelp')}>
          <ReceiveAction />
        </Notice>
      }
    >
      {(tokens) => (
        <ul className="rows">
          {tokens.map(({ name, symbol, chainId, address, value, quantity, iconUrl }) => (
            <li className="row plain" key={address ?? chainId}>
              <Picture listed={iconUrl || undefined} name={name || symbol} shape="round" />
              <span className="grow">
                <bdi className="line">{name}</bdi>
                <small className={value === undefined ? 'price' : 'line'}>
                  <bdi>{findNetwork(state, chainId)?.name ?? chainId}</bdi>
                  {value === undefined && (
                    <>
                      {' · '}
                      <span>{text('tokens.noPrice')}</span>
                    </>
                  )}
                </small>
              </span>
              <span className="num">
                <bdi>{formatCurrency(value)}</bdi>
                <small className="line" title={`${formatAmount(quantity.numeric)} ${symbol}`}>
                  <bdi dir="ltr">
                    {compactAmount(quantity.numeric)} <bdi>{symbol}</bdi>
                  </bdi>
                </small>
              </span>
            </li>
          ))}
        </ul>
      )}
    </QueryContent>
  )
}
