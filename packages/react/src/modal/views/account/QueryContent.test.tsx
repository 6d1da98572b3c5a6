// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { loadViewCopy } from '../../../copy.ts'
import type { QueryView } from '../../../data/queryView.ts'
import { QueryContent } from './QueryContent.tsx'

beforeAll(loadViewCopy)
afterEach(cleanup)

function show(query: Partial<QueryView<readonly string[]>>) {
  const loaded = { data: ['Ether'], status: 'success', unavailable: false, isStale: false } as const
  render(
    <QueryContent query={{ ...loaded, refetch() {}, ...query }} icon="wallet" empty={<p>Empty</p>}>
      {(items) => items.map((item) => <p key={item}>{item}</p>)}
    </QueryContent>,
  )
}

describe('QueryContent', () => {
  test('behavior: data that could not be refreshed stays, and a line says so', () => {
    show({ isStale: true })
    expect(screen.getByText('Ether')).toBeDefined()
    expect(screen.getByRole('status').textContent).toBe('Couldn’t refresh. Retrying…')
  })

  test('behavior: fresh data has no such line', () => {
    show({})
    expect(screen.getByText('Ether')).toBeDefined()
    expect(screen.getByRole('status').textContent).toBe('')
  })

  test('error: without data, the server and a button to try again are named', () => {
    show({ data: undefined, status: 'error' })
    expect(screen.getByRole('status').textContent).toContain('The server can’t be reached')
    expect(screen.getByRole('button', { name: 'Retry' })).toBeDefined()
  })
})
