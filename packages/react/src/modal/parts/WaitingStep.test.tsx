// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { loadViewCopy } from '../../copy.ts'
import type { AttemptState } from './useAttempt.ts'
import { WaitingStep } from './WaitingStep.tsx'

beforeAll(loadViewCopy)
afterEach(cleanup)

function show(kind: 'connecting' | 'switch', status: 'waiting' | 'slow' | 'rejected') {
  const state: AttemptState = { status }
  const values = { wallet: 'Rabby', network: 'Base' }
  render(<WaitingStep kind={kind} state={state} values={values} picture={null} onRetry={() => {}} />)
  const [title] = screen.getAllByRole('heading', { hidden: true })
  return [title?.textContent, title?.nextElementSibling?.textContent?.split('. ')[0]]
}

describe('WaitingStep', () => {
  test.each([
    ['connecting', 'waiting', 'Continue in Rabby', 'Accept the connection.'],
    ['connecting', 'slow', 'Waiting for Rabby…', expect.stringContaining('may be behind this one')],
    ['connecting', 'rejected', 'Not connected', 'You declined in Rabby'],
    ['switch', 'waiting', 'Continue in Rabby', 'Accept the switch to Base.'],
    ['switch', 'slow', 'Waiting for Rabby…', expect.stringContaining('may be behind this one')],
    ['switch', 'rejected', 'Not switched', 'You declined in Rabby'],
  ] as const)('behavior: %s, %s: names the wallet and says what to do', (kind, status, title, help) => {
    expect(show(kind, status)).toEqual([title, help])
    expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined()
  })
})
