// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { ExchangeUnavailableError } from './ExchangeUnavailableError.ts'
import { useAvailableExchanges } from './useAvailableExchanges.ts'
import { useExchangeBuyStatus } from './useExchangeBuyStatus.ts'
import { usePayUrlActions } from './usePayUrlActions.ts'

const order = { network: 'eip155:8453', asset: 'native', recipient: '0x70997970', amount: '0.01' }

describe('usePayUrlActions', () => {
  test('error: the page of an exchange that is not listed is neither returned nor opened', async () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null)
    const { result } = renderHook(() => ({ ...useAvailableExchanges(), ...usePayUrlActions() }))
    expect(result.current.data).toEqual([])
    for (const ask of [result.current.getUrl, result.current.openUrl]) {
      await expect(ask('an-exchange', order)).rejects.toThrow(ExchangeUnavailableError)
      await expect(ask('an-exchange', order)).rejects.toThrow(/an-exchange[\s\S]*openPay/)
    }
    expect(open).not.toHaveBeenCalled()
  })
})

describe('useExchangeBuyStatus', () => {
  test('error: says once that the exchange is not available, and again when asked', async () => {
    const onError = vi.fn()
    const { result, rerender } = renderHook(
      (parameters) =>
        useExchangeBuyStatus({
          exchangeId: 'an-exchange',
          onError: (error) => onError(error),
          ...parameters,
        }),
      { initialProps: { sessionId: '', isEnabled: true } },
    )
    expect(result.current).toMatchObject({ data: undefined, isLoading: false, error: undefined })
    rerender({ sessionId: 'a-session', isEnabled: false })
    expect(onError).not.toHaveBeenCalled()

    rerender({ sessionId: 'a-session', isEnabled: true })
    expect(result.current.error).toBeInstanceOf(ExchangeUnavailableError)
    rerender({ sessionId: 'a-session', isEnabled: true })
    expect(onError.mock.calls).toEqual([[result.current.error]])
    await act(() => result.current.refetch())
    expect(onError).toHaveBeenCalledTimes(2)
  })
})
