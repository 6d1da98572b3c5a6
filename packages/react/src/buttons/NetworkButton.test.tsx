// @vitest-environment jsdom
import { connect } from '@portico/core'
import { testKit } from '@portico/core/testing'
import { de } from '@portico/i18n/de'
import { act, cleanup, render, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { createInstance } from '../appKit.ts'
import { setDefaultAppKit } from '../defaultKit.ts'
import { setLanguage } from '../language/language.ts'
import { createRouter } from '../modal/router.ts'
import { createTheme } from '../theme.ts'
import { NetworkButton } from './NetworkButton.tsx'

const stops: (() => void)[] = []
afterEach(async () => {
  cleanup()
  setDefaultAppKit(undefined)
  for (const stop of stops.splice(0)) stop()
  await setLanguage('en')
})

describe('NetworkButton', () => {
  test('behavior: an unsupported network is named in the language that is shown', async () => {
    const { kit, wallet } = testKit()
    stops.push(() => kit.destroy())
    setDefaultAppKit(createInstance({ kit, router: createRouter(), theme: createTheme({}) }))
    await connect(kit, { connectorId: wallet.id })
    const { container } = render(<NetworkButton />)
    const shown = () => container.querySelector('span')?.shadowRoot?.textContent
    await waitFor(() => expect(shown()).toBe('Ethereum'))
    act(() => wallet.emit({ type: 'network', networkId: 'eip155:999' }))
    await waitFor(() => expect(shown()).toBe('Unsupported Network'))
    await act(() => setLanguage(de))
    expect(shown()).toBe('Nicht unterstütztes Netzwerk')
    await act(() => setLanguage('en'))
    expect(shown()).toBe('Unsupported Network')
  })
})
