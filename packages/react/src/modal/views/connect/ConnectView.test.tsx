// @vitest-environment jsdom
import { connect, disconnect, getConnected } from '@portico/core'
import { fakeWallet, testKit, until } from '@portico/core/testing'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { KitContext } from '../../../kit/KitContext.ts'
import { installBrowserMethods } from '../../../testing/installBrowserMethods.ts'
import { createTheme } from '../../../theme.ts'
import { focusFirst } from '../../dialogFocus.ts'
import { createRouter } from '../../router.ts'
import { ConnectView } from './ConnectView.tsx'

const stops: (() => void)[] = []
beforeEach(installBrowserMethods)
afterEach(() => {
  cleanup()
  for (const stop of stops.splice(0)) stop()
})

/** Shows Connect to a visitor who has connected these wallets before, one after the other. */
async function comeBack(...used: readonly string[]) {
  const { kit } = testKit({}, [fakeWallet(), fakeWallet({ id: 'io.fox', name: 'Fox' })])
  stops.push(() => kit.destroy())
  for (const connectorId of used) {
    await connect(kit, { connectorId })
    await disconnect(kit)
  }
  const router = createRouter()
  router.open({ name: 'connect' })
  const { container } = render(
    <KitContext value={{ kit, router, theme: createTheme({}) }}>
      <ConnectView view={{ name: 'connect' }} />
    </KitContext>,
  )
  act(() => focusFirst(container))
  return { kit, rows: screen.getAllByRole('button').map((row) => row.querySelector('bdi')?.textContent) }
}

describe('ConnectView', () => {
  test('behavior: the wallet used last stands first, and Enter connects it', async () => {
    const { kit, rows } = await comeBack('dev.fake', 'io.fox')
    expect(rows).toEqual(['Fox', 'Fake'])
    const focused = document.activeElement as HTMLElement
    expect(focused.querySelector('bdi')?.textContent).toBe('Fox')
    fireEvent.click(focused)
    await until(kit, (state) => getConnected(state)?.connectorId === 'io.fox')
  })

  test('behavior: on the first visit the wallets have the order in which they were announced', async () => {
    const { rows } = await comeBack()
    expect(rows).toEqual(['Fake', 'Fox'])
    expect(document.activeElement?.querySelector('bdi')?.textContent).toBe('Fake')
  })
})
