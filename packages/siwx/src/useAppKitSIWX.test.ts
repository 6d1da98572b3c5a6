// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { currentSIWX } from './config/currentSIWX.ts'
import { DefaultSIWX } from './index.ts'
import * as entry from './react.ts'

afterEach(() => {
  cleanup()
  currentSIWX.set(undefined)
})

const Page = () => String(entry.useAppKitSIWX())

describe('useAppKitSIWX', () => {
  test('behavior: the configuration of the kit, as soon as it is set up', () => {
    expect(Object.keys(entry)).toEqual(['useAppKitSIWX'])
    const siwx = new DefaultSIWX()
    const { result } = renderHook(() => entry.useAppKitSIWX<DefaultSIWX>())
    expect(result.current).toBe(undefined)
    act(() => currentSIWX.set(siwx))
    expect(result.current).toBe(siwx)
    expect(renderToString(createElement(Page))).toBe('undefined')
  })

  test('behavior: the package under a second name, as an npm alias, returns the same', async () => {
    vi.resetModules()
    const alias = await import('./config/currentSIWX.ts')
    expect(alias.currentSIWX).not.toBe(currentSIWX)
    const siwx = new DefaultSIWX()
    const { result } = renderHook(() => entry.useAppKitSIWX<DefaultSIWX>())
    act(() => alias.currentSIWX.set(siwx))
    expect(result.current).toBe(siwx)
  })
})
