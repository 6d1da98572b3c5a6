// @vitest-environment jsdom
import type { Embedded } from '@portico/core/embedded'
import { testKit } from '@portico/core/testing'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { loadViewCopy } from '../copy.ts'
import { KitContext } from '../kit/KitContext.ts'
import { createRouter } from '../modal/router.ts'
import { installBrowserMethods } from '../testing/installBrowserMethods.ts'
import { createTheme } from '../theme.ts'
import { FrameSlot } from './FrameSlot.tsx'

const { loadEmbedded } = vi.hoisted(() => ({ loadEmbedded: vi.fn<() => Promise<Embedded>>() }))
vi.mock('./loadEmbedded.ts', () => ({ loadEmbedded }))

const stops: (() => void)[] = []
beforeAll(loadViewCopy)
beforeEach(() => {
  installBrowserMethods()
  vi.spyOn(HTMLElement.prototype, 'getClientRects').mockReturnValue([{}] as unknown as DOMRectList)
})
afterEach(() => {
  cleanup()
  for (const stop of stops.splice(0)) stop()
  vi.restoreAllMocks()
})

/** Shows the place of a frame that has the focus. */
async function show() {
  const frame = document.body.appendChild(document.createElement('iframe'))
  frame.tabIndex = 0
  stops.push(() => frame.remove())
  loadEmbedded.mockResolvedValue({ place() {} } as unknown as Embedded)
  const { kit } = testKit()
  stops.push(() => kit.destroy())
  const setView = (view: 'code' | 'none') =>
    act(async () =>
      kit.store.setState({
        embedded: { email: undefined, login: { step: 'none' }, requests: [], surface: { view, height: 200 } },
      }),
    )
  await setView('code')
  await act(async () => {
    render(
      <KitContext value={{ kit, router: createRouter(), theme: createTheme({}) }}>
        <div data-card>
          <button type="button">Back</button>
          <FrameSlot />
        </div>
      </KitContext>,
    )
  })
  frame.focus()
  expect(document.activeElement).toBe(frame)
  return { setView }
}

describe('FrameSlot', () => {
  test('behavior: the card has the focus once the frame shows nothing', async () => {
    const { setView } = await show()
    await setView('none')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Back' }))
  })

  test('behavior: a control that has the focus keeps it when the frame is hidden', async () => {
    const { setView } = await show()
    const field = document.body.appendChild(document.createElement('input'))
    stops.push(() => field.remove())
    field.focus()
    await setView('none')
    expect(document.activeElement).toBe(field)
  })
})
