// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { loadViewCopy } from '../../copy.ts'
import { viewIcons } from '../../icons/viewIcons.ts'
import { Row } from './Row.tsx'

beforeAll(loadViewCopy)
afterEach(cleanup)

const chevrons = () => screen.getByRole('button').querySelectorAll(`path[d="${viewIcons.chevron}"]`).length

describe('Row', () => {
  test('behavior: a row ends with a chevron', () => {
    render(<Row label="Disconnect" onClick={() => {}} />)
    expect(chevrons()).toBe(1)
  })

  test('param: end replaces the chevron', () => {
    render(<Row label="Rabby" end={<span>Installed</span>} onClick={() => {}} />)
    expect(chevrons()).toBe(0)
    expect(screen.getByRole('button', { name: /^Rabby.*Installed$/ })).toBeDefined()
  })

  test('param: end is null: the row ends with its text', () => {
    render(<Row label="taken.portico.eth" end={null} disabled onClick={() => {}} />)
    expect(chevrons()).toBe(0)
  })
})
