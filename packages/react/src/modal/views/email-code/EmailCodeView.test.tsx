// @vitest-environment jsdom
import type { Embedded } from '@portico/core/embedded'
import { testKit } from '@portico/core/testing'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { loadViewCopy } from '../../../copy.ts'
import { KitContext } from '../../../kit/KitContext.ts'
import { createTheme } from '../../../theme.ts'
import { createRouter } from '../../router.ts'
import { EmailCodeView } from './EmailCodeView.tsx'

const { loadEmbedded } = vi.hoisted(() => ({ loadEmbedded: vi.fn<() => Promise<Embedded>>() }))
vi.mock('../../../embedded/loadEmbedded.ts', () => ({ loadEmbedded }))

const stops: (() => void)[] = []
beforeAll(loadViewCopy)
afterEach(() => {
  cleanup()
  for (const stop of stops.splice(0)) stop()
})

async function show(isSecondStep?: boolean) {
  const { kit } = testKit()
  stops.push(() => kit.destroy())
  loadEmbedded.mockResolvedValue({
    waitForCode: () => new Promise<void>(() => {}),
  } as unknown as Embedded)
  render(
    <KitContext value={{ kit, router: createRouter(), theme: createTheme({}) }}>
      <EmailCodeView view={{ name: 'email-code', isSecondStep }} />
    </KitContext>,
  )
  await act(async () => {})
}

describe('EmailCodeView', () => {
  test('behavior: on a new device the code is the second of two steps', async () => {
    await show(true)
    const steps = screen.getAllByRole('listitem')
    expect(steps.map(({ textContent }) => textContent)).toEqual(['1. Open the link', '2. Enter the code'])
    expect(steps.map((step) => step.getAttribute('aria-current'))).toEqual([null, 'step'])
    expect(steps.every((step) => step.hasAttribute('data-reached'))).toBe(true)
  })

  test('behavior: on a known device the code is the only step', async () => {
    await show()
    expect(screen.queryByRole('list')).toBeNull()
  })
})
