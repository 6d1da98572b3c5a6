import { useCallback, useEffect, useMemo, useRef } from 'react'
import { ExchangeUnavailableError } from './ExchangeUnavailableError.ts'

export interface ExchangeBuyStatus {
  status: 'UNKNOWN' | 'IN_PROGRESS' | 'SUCCESS' | 'FAILED'
  txHash?: string | undefined
}

export interface UseExchangeBuyStatusParameters {
  exchangeId: string
  sessionId: string
  /** Default: true. */
  isEnabled?: boolean | undefined
  /** Milliseconds between two questions, 3,000 at least. */
  pollingInterval?: number | undefined
  onSuccess?: ((status: ExchangeBuyStatus) => void) | undefined
  onError?: ((error: Error) => void) | undefined
}

export interface UseExchangeBuyStatusReturnType {
  data: ExchangeBuyStatus | undefined
  isLoading: boolean
  error: ExchangeUnavailableError | undefined
  refetch(): Promise<void>
}

/**
 * Returns how a payment on the page of an exchange went. `usePayUrlActions` opens no such page, so `error` says that the exchange
 * is not available and there is nothing to ask for again; disabled or without a session it is undefined.
 *
 * @example
 * import { useExchangeBuyStatus } from '@portico/react/pay'
 *
 * const { data, error } = useExchangeBuyStatus({ exchangeId: 'an-exchange', sessionId: 'a-session' })
 */
export function useExchangeBuyStatus(
  parameters: UseExchangeBuyStatusParameters,
): UseExchangeBuyStatusReturnType {
  const { exchangeId, sessionId, isEnabled = true, onError } = parameters
  const isAsked = isEnabled && sessionId !== ''
  const error = useMemo(
    () => (isAsked ? new ExchangeUnavailableError({ exchangeId }) : undefined),
    [isAsked, exchangeId],
  )
  const latest = useRef(onError)
  latest.current = onError
  const refetch = useCallback(async () => {
    if (error) latest.current?.(error)
  }, [error])
  useEffect(() => void refetch(), [refetch])
  return { data: undefined, isLoading: false, error, refetch }
}
