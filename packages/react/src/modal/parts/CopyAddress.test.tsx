// @vitest-environment jsdom
import { act, fireEvent, render, screen } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { prepareClipboard } from '../../testing/prepareClipboard.ts'
import { CopyAddress } from './CopyAddress.tsx'

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const writeText = prepareClipboard()

const shown = () => screen.getByTestId('shown').textContent
const press = () =>
  act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Copy address' })))

describe('CopyAddress', () => {
  test.each([
    [undefined, '0xf3…b92266'],
    ['ada.portico.eth', 'ada.portico.eth'],
  ])('behavior: the name %s turns into "Copied" and back', async (name, text) => {
    render(<CopyAddress address={address} name={name} testId="shown" />)
    expect(shown()).toBe(text)
    expect(screen.getByTestId('shown').dataset.other).toBe('Copied')
    await press()
    expect(writeText).toHaveBeenCalledExactlyOnceWith(address)
    expect(shown()).toBe('Copied')
    // Both texts take up their width.
    expect(screen.getByTestId('shown').dataset.other).toBe(text)
    expect(screen.getByRole('status').textContent).toBe('Copied')
    act(() => void vi.advanceTimersByTime(1_800))
    expect(shown()).toBe(text)
    expect(screen.getByRole('status').textContent).toBe('')
  })

  test('error: without access to the clipboard the address stays', async () => {
    writeText.mockRejectedValue(new Error('denied'))
    render(<CopyAddress address={address} testId="shown" />)
    await press()
    expect(shown()).toBe('0xf3…b92266')
    expect(screen.getByRole('status').textContent).toBe('')
  })
})
