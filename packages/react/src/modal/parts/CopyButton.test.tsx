// @vitest-environment jsdom
import { act, fireEvent, render, screen } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { prepareClipboard } from '../../testing/prepareClipboard.ts'
import { CopyButton } from './CopyButton.tsx'

const writeText = prepareClipboard()

const button = () => screen.getByRole('button', { name: 'Copy address' })
const press = () => act(async () => void fireEvent.click(button()))

describe('CopyButton', () => {
  test('behavior: copying is announced once, and the name of the button stays', async () => {
    const { container } = render(<CopyButton label="receive.copy" value="0xf3" />)
    const announced = () =>
      [...container.querySelectorAll('[role=status], [aria-live]')].map(({ textContent }) => textContent)
    expect(announced()).toEqual([''])
    await press()
    expect(writeText).toHaveBeenCalledExactlyOnceWith('0xf3')
    expect(button().textContent).toBe('Copied')
    expect(announced()).toEqual(['Copied'])
    act(() => void vi.advanceTimersByTime(1_800))
    expect(button().textContent).toBe('Copy address')
    expect(announced()).toEqual([''])
  })

  test('error: without access to the clipboard nothing is said', async () => {
    writeText.mockRejectedValue(new Error('denied'))
    render(<CopyButton label="receive.copy" value="0xf3" />)
    await press()
    expect(button().textContent).toBe('Copy address')
    expect(screen.getByRole('status').textContent).toBe('')
  })
})
