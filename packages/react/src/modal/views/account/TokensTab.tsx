import { findNetwork, formatAmount, formatCurrency } from '@portico/core'
import { text } from '../../../copy.ts'
import { useTokens } from '../../../data/useTokens.ts'
import { useKitState } from '../../../kit/KitContext.ts'
import { Notice } from '../../parts/Notice.tsx'
import { Picture } from '../../parts/Picture.tsx'
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
                <small>
                  {value === undefined ? (
                    text('tokens.noPrice')
                  ) : (
                    <bdi className="line">{findNetwork(state, chainId)?.name ?? chainId}</bdi>
                  )}
                </small>
              </span>
              <span className="num">
                {formatCurrency(value)}
                <small>
                  {formatAmount(quantity.numeric)} <bdi>{symbol}</bdi>
                </small>
              </span>
            </li>
          ))}
        </ul>
      )}
    </QueryContent>
  )
}
