import type { PayOptions } from '@portico/core/money'
import { ExchangeUnavailableError } from './ExchangeUnavailableError.ts'

/** The page of an exchange on which a visitor pays, and the ID by which `useExchangeBuyStatus` asks how that went. */
export interface PayUrl {
  url: string
  sessionId: string
}

export interface UsePayUrlActionsReturnType {
  /**
   * Returns the page of an exchange on which a visitor can pay.
   *
   * @throws ExchangeUnavailableError for an exchange that `useAvailableExchanges` does not list, which is each of them
   */
  getUrl(exchangeId: string, options: PayOptions): Promise<PayUrl>
  /**
   * Opens the page of an exchange on which a visitor can pay.
   *
   * @throws ExchangeUnavailableError as `getUrl` does; nothing is opened then
   */
  openUrl(exchangeId: string, options: PayOptions, openInNewTab?: boolean): Promise<PayUrl>
}

async function refuse(exchangeId: string): Promise<never> {
  throw new ExchangeUnavailableError({ exchangeId })
}

const actions: UsePayUrlActionsReturnType = { getUrl: refuse, openUrl: refuse }

/**
 * Returns functions for the pages of the exchanges of `useAvailableExchanges`. That lists none, so they reject and say what to use
 * instead.
 *
 * @example
 * import { useAvailableExchanges, usePayUrlActions } from '@portico/react/pay'
 *
 * const order = { network: 'eip155:8453', asset: 'native', recipient: '0x7099…79C8', amount: '0.01' }
 * const { data } = useAvailableExchanges()
 * const { openUrl } = usePayUrlActions()
 * return data.map(({ id, name }) => <button key={id} onClick={() => openUrl(id, order)}>{name}</button>)
 */
export function usePayUrlActions(): UsePayUrlActionsReturnType {
  return actions
}
