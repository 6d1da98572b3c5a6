// @vitest-environment jsdom
import type { Embedded } from '@portico/core/embedded'
import { testKit } from '@portico/core/testing'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { loadViewCopy } from '../../../copy.ts'
import { KitContext } from '../../../kit/KitContext.ts'
import { createTheme } from '../../../theme.ts'
import { createRouter, currentView } from '../../router.ts'
import { UpdateEmailView } from './UpdateEmailView.tsx'

const { loadEmbedded } = vi.hoisted(() => ({ loadEmbedded: vi.fn<() => Promise<Embedded>>() }))
vi.mock('../../../embedded/loadEmbedded.ts', () => ({ loadEmbedded }))

beforeAll(loadViewCopy)
afterEach(cleanup)

describe('UpdateEmailView', () => {
  test.each([
    ['VERIFY_PRIMARY_OTP', 'primary'],
    ['VERIFY_SECONDARY_OTP', 'secondary'],
  ] as const)('behavior: after %s the %s code is asked for', async (action, step) => {
    const { kit } = testKit()
    onTestFinished(() => kit.destroy())
    const updateEmail = vi.fn(async () => action)
    loadEmbedded.mockResolvedValue({ updateEmail } as Partial<Embedded> as Embedded)
    const router = createRouter()
    router.open({ name: 'update-email' })
    render(
      <KitContext value={{ kit, router, theme: createTheme({}) }}>
        <UpdateEmailView />
      </KitContext>,
    )
    const input = screen.getByRole('textbox', { name: 'New email' })
    fireEvent.change(input, { target: { value: 'ada@new.example' } })
    fireEvent.submit(input.closest('form') as HTMLFormElement)
    await waitFor(() =>
      expect(currentView(router.store.getState())).toEqual({ name: 'update-email-code', step }),
    )
    expect(updateEmail).toHaveBeenCalledExactlyOnceWith('ada@new.example')
  })
})
