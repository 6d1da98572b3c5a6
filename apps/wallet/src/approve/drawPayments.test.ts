// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { drawPayments } from './drawPayments.ts'

test('behavior: the first way is chosen, and the approval has the one that the visitor chooses', () => {
  const labels = ['ETH', 'DUSD', '<b>X</b>']
  const { element, approval } = drawPayments(labels.map((label) => ({ label, value: '1' })))
  document.body.replaceChildren(element)
  const inputs = [...document.querySelectorAll('input')]
  expect(inputs.map(({ type, checked }) => [type, checked])).toEqual([
    ['radio', true],
    ['radio', false],
    ['radio', false],
  ])
  const chosen = inputs.map((input) => {
    input.click()
    return approval()
  })
  expect(chosen).toEqual(['approved', 'approved-1', 'approved-2'])
  expect(element.querySelector('legend')?.textContent).toBe('Fee')
  expect(element.querySelector('b')).toBeNull()
})
