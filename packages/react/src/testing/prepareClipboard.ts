import { cleanup } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { loadViewCopy } from '../copy.ts'

/** Registers the hooks of tests that copy: a clipboard, timers that stand still, texts. Returns what writes to it. */
export function prepareClipboard() {
  const writeText = vi.fn<(text: string) => Promise<void>>(async () => {})
  beforeAll(loadViewCopy)
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    vi.stubGlobal('navigator', { userAgent: '', clipboard: { writeText } })
  })
  afterEach(() => {
    cleanup()
    writeText.mockReset()
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  return writeText
}
