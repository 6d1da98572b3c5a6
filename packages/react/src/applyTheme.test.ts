// @vitest-environment jsdom
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { applyTheme } from './applyTheme.ts'
import type { ThemeVariables } from './theme.ts'

const apply = (themeVariables: ThemeVariables, themeMode?: 'light' | 'dark') => {
  const host = document.createElement('div')
  applyTheme(host, { themeMode, themeVariables })
  return host
}
const get = (host: HTMLElement, name: string) => host.style.getPropertyValue(name)

describe('applyTheme', () => {
  test.each([
    ['font-family', '--p-font', 'Georgia'],
    ['font-size-master', '--p-unit', '12px'],
    ['border-radius-master', '--p-radius', '8px'],
    ['z-index', '--p-z', '7'],
    ['accent', '--p-accent', '#123456'],
  ])('param: %s sets %s', (variable, property, value) => {
    for (const prefix of ['--apkt', '--w3m']) {
      const host = apply({ [`${prefix}-${variable}`]: value })
      expect(get(host, property)).toBe(value)
      expect(host.style.getPropertyPriority(property)).toBe('important')
    }
    expect(get(apply({}), property)).toBe('')
  })

  test.each([
    [{ '--apkt-background': '#101010' }],
    [{ '--apkt-color-mix': '#ff0000', '--apkt-color-mix-strength': 50 }],
  ])('param: %j changes the background', async (variables) => {
    const standard = apply({ '--apkt-accent': '#2f54eb' }, 'light')
    const host = apply(variables, 'light')
    await vi.waitFor(() => {
      expect(get(host, '--p-bg')).not.toBe('')
      expect(get(standard, '--p-bg')).not.toBe('')
    })
    expect(get(host, '--p-bg')).not.toBe(get(standard, '--p-bg'))
  })

  test('behavior: without colours nothing is computed, also where the browser returns a value of `all`', async () => {
    const host = document.createElement('div')
    host.style.getPropertyValue = () => 'initial'
    applyTheme(host, { themeMode: 'light', themeVariables: {} })
    await vi.dynamicImportSettled()
    expect(host.style.getPropertyPriority('--p-bg')).toBe('')
  })

  test('error: colours that cannot be computed leave those of the style sheet, and no rejection', async () => {
    vi.resetModules()
    vi.doMock('./applyPalette.ts', () => Promise.reject(new Error('offline')))
    const onRejection = vi.fn()
    process.on('unhandledRejection', onRejection)
    onTestFinished(() => {
      process.off('unhandledRejection', onRejection)
      vi.doUnmock('./applyPalette.ts')
    })
    const fresh = await import('./applyTheme.ts')
    const host = document.createElement('div')
    fresh.applyTheme(host, { themeMode: 'light', themeVariables: { '--apkt-background': '#101010' } })
    await vi.dynamicImportSettled()
    await new Promise((resolve) => setImmediate(resolve))
    expect(onRejection).not.toHaveBeenCalled()
    expect([get(host, 'color-scheme'), get(host, '--p-bg')]).toEqual(['light', ''])
  })

  test('param: themeMode light or dark; without it the system decides', () => {
    for (const mode of ['light', 'dark'] as const) {
      const host = apply({}, mode)
      expect([host.dataset.theme, get(host, 'color-scheme')]).toEqual([mode, mode])
    }
    const host = apply({})
    expect([host.dataset.theme, get(host, 'color-scheme')]).toEqual([undefined, 'light dark'])
  })
})
